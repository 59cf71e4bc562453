//! Who is better, and how sure that is: ratings with error bars, sequential tests, schedules. Pure: no I/O, no clock.
