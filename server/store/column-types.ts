import type { ColumnType, Generated } from 'kysely'

/** A time of the database's clock; read as Date by both drivers. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type InstantDefaultNow = ColumnType<Date, Date | string | undefined, Date | string>

/** `jsonb`: written as its text, read as a value. */
export type Json<T> = ColumnType<T, string, string>

/** Rises with each change of the row, by a trigger; never written. The ETag is made of it. */
export type Version = Generated<number>
