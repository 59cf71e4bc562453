"""What bots of the original Si32 import beside the helper, with the values of the rules that are played here."""
