"""`python -m sakiyomi`: the `sakiyomi` command."""

import sys

from sakiyomi._command import main

sys.exit(main())
