//! The steps that bring any database up to date.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// All steps, the oldest first. A step that has been released is never changed; a new one is added.
const STEPS: &[(i64, &str, &str)] = &[
    (1, "first", include_str!("../migrations/0001_first.sql")),
    (2, "lanes", include_str!("../migrations/0002_lanes.sql")),
    (3, "accounts", include_str!("../migrations/0003_accounts.sql")),
    (4, "storage", include_str!("../migrations/0004_storage.sql")),
    (5, "ladders", include_str!("../migrations/0005_ladders.sql")),
    (6, "counts", include_str!("../migrations/0006_counts.sql")),
];

/// What brings a database up to date.
pub fn migrator() -> Migrator {
    let migrations = STEPS.iter().map(|&(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// The numbers of all steps, in order.
pub fn steps() -> Vec<i64> {
    STEPS.iter().map(|(number, ..)| *number).collect()
}
