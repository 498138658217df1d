import { createUuidMaker } from '#src/domain/uuid.ts'

/** The id of a new operation: a UUIDv7, rising within this page or worker. */
export const newOperationId = createUuidMaker(
  () => Date.now(),
  (bytes) => crypto.getRandomValues(bytes),
)
