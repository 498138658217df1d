/** What it asks when it does not understand; the second time in a row a person is asked. */
export const CLARIFYING_QUESTION =
  "I'm not sure that I understand. Could you say it in other words? Or write 'person' and I find somebody for you."
export const GIVING_UP =
  "I don't know the answer to that, so I am asking a colleague. Somebody will be with you here in a moment."

/** What it says where an intent says nothing itself. */
export const ASKING_PERSON = 'I am asking a colleague. Somebody will be with you here in a moment.'
export const CHOOSE_ONE = 'Which may it be?'
export const TELL_MORE = 'What may I pass on?'
export const TICKET_WRITTEN = 'I have passed it on to our team.'
export const CHOICE_TAKEN = 'Thank you.'

export const ONLY_IN_HOUSE =
  "I can do this only for guests who are checked in. Please ask at the front desk, or write 'person' and I find somebody for you."
export const NOT_PASSED_ON =
  'I could not pass this on by myself, so I am asking a colleague. Somebody will be with you here in a moment.'

/** Events of the thread: why a person was asked. */
export const ASKED_FOR_PERSON = 'A person was asked for'
export const COULD_NOT_ANSWER = 'The assistant could not answer and asked for a person'
export const COULD_NOT_PASS_ON = 'The assistant could not write a ticket and asked for a person'
