//! Is a bot conformant, and how close does it come to its limits?
