/** Events of the thread: why a person was asked. */
export const ASKED_FOR_PERSON = 'A person was asked for'
export const COULD_NOT_ANSWER = 'The assistant could not answer and asked for a person'
export const COULD_NOT_PASS_ON = 'The assistant could not write a ticket and asked for a person'
