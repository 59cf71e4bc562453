# attack: ends well before it has answered once
import sys

sys.exit(0)
