/**
 * What the bot itself says to guests, beside what intents and campaigns say. What a person may change of it is kept in the
 * database over this (`read-strings`). Events of the thread are for staff and are no part of it.
 */
export const ENGLISH = {
  clarify: {
    /** Where it does not understand; the second time in a row a person is asked. */
    question:
      "I'm not sure that I understand. Could you say it in other words? Or write 'person' and I find somebody for you.",
  },
  handover: {
    asking: 'I am asking a colleague. Somebody will be with you here in a moment.',
    notUnderstood:
      "I don't know the answer to that, so I am asking a colleague. Somebody will be with you here in a moment.",
    notPassedOn:
      'I could not pass this on by myself, so I am asking a colleague. Somebody will be with you here in a moment.',
  },
  choice: {
    question: 'Which may it be?',
    taken: 'Thank you.',
  },
  ticket: {
    question: 'What may I pass on?',
    written: 'I have passed it on to our team.',
    onlyInHouse:
      "I can do this only for guests who are checked in. Please ask at the front desk, or write 'person' and I find somebody for you.",
  },
  campaign: {
    rating: {
      ask: 'Please answer with a number from {lowest} (poor) to {highest} (excellent).',
      thanks: 'Thank you, that helps us.',
      sorry: 'Thank you for telling us. We are sorry, and will see what we can do better.',
    },
    roomUpgrade: {
      ask: 'Please answer Yes or No.',
      declined: 'That is fine. Enjoy your stay.',
    },
  },
}

/** The same texts in another language. */
export type Translated<Texts = typeof ENGLISH> = {
  [Name in keyof Texts]: Texts[Name] extends string ? string : Translated<Texts[Name]>
}
