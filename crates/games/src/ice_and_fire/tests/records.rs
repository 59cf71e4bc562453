//! The recorded games, here too so that a change shows where it was made.
