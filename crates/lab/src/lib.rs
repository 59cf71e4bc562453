//! Many matches on this machine: duels, tournaments, checks, and the files that remember them.

pub mod check;
