"""What player classes of the original Plantation import."""
