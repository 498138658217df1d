/** `pg_advisory_xact_lock` of the change log (E3): any constant that nothing else uses. */
export const LOG_LOCK = 7_202_601
