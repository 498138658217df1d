/** Events of the thread: why a person was asked. */
export const ASKED_FOR_PERSON = 'A person was asked for'
export const COULD_NOT_ANSWER = 'The assistant could not answer and asked for a person'
export const COULD_NOT_PASS_ON = 'The assistant could not write a ticket and asked for a person'
/** For staff only: the guest is to hear of it by the answer. */
export const HOLDER_SILENT = 'A person was asked for, and nobody answered for 5 minutes'
