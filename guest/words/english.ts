/**
 * What the guest page itself says. The other languages have the same texts with the same placeholders; English is in the
 * page's script, each of the others is a file that only its own readers load.
 */
export const ENGLISH = {
  title: 'Hotel chat',
  head: {
    greeting: 'We are here for you',
    connecting: 'Connecting …',
    connected: 'Connected',
    ready: 'Ready when you are',
    offline: 'Offline: what you write is kept and sent as soon as there is a line',
    end: 'End',
    endLabel: 'End this conversation',
  },
  log: {
    label: 'Messages',
    welcome:
      'Ask anything about your stay: breakfast, Wi-Fi, a late check-out, a table for tonight. Write {person} and somebody from our team takes over.',
    endedLabel: 'Ended conversation',
    ended: 'The conversation has ended. Nothing of it is left on this device.',
    begin: 'Begin a new conversation',
  },
  message: {
    you: 'You',
    assistant: 'Bell, our assistant',
    authorAndTime: '{author}, {time}',
    sending: 'Sending …',
    waiting: 'Waiting to send',
    notSent: 'Not sent: {reason}',
    again: 'Send again',
    discard: 'Discard',
    file: 'file',
    open: 'Open {name}',
    notLoaded: '{name} (could not be loaded)',
  },
  composer: {
    name: 'Your name',
    optional: 'optional',
    label: 'Message',
    hint: 'Write a message',
    newLine: 'New line',
    send: 'Send',
  },
  survey: {
    label: 'Your rating',
    question: 'How did we do?',
    stars: { one: '{count} star', other: '{count} stars' },
    send: 'Send rating',
    notNow: 'Not now',
    asked: 'How did we do? You can rate our help with stars, before the message field.',
    thanks: 'Thank you. You gave us {stars} of {most} stars.',
    sending: '{stars} of {most} stars. Sending …',
    waiting: '{stars} of {most} stars. Waiting to send',
    change: 'Change',
    changeLabel: 'Change your rating',
    close: 'Close',
    closeLabel: 'Close your rating',
  },
  end: {
    question: 'End this conversation?',
    words:
      'What was said here goes from this device, also what is not sent yet. You can begin a new conversation at any time.',
    keep: 'Keep it',
    confirm: 'End conversation',
  },
  kiosk: {
    question: 'Are you still here?',
    words:
      'Nobody has used this page for a while. The conversation ends in {left}, and goes from this device.',
    seconds: { one: '{count} second', other: '{count} seconds' },
    stay: 'I’m still here',
  },
  /** Events of the thread, by which the environment's own English ones are known. */
  events: {
    personAsked: 'A person was asked for',
    notAnswered: 'The assistant could not answer and asked for a person',
    notPassedOn: 'The assistant could not write a ticket and asked for a person',
    passed: '{from} passed the chat to {to}',
  },
  notice: {
    newConversation: 'Your earlier conversation is no longer here. This is a new one.',
    later: '{reason} What you wrote is kept and sent by itself.',
  },
  /** Why the hotel did not take something, by the code of its answer. */
  refusal: {
    forbidden: 'We can’t take messages here at the moment. Please speak to our front desk.',
    invalid: 'We can’t take this as it is. Please write it in other words.',
    tooLong: 'This is too long. Please write it in several messages.',
    tooMany: 'That was a lot in a short time. Please wait a moment.',
    unavailable: 'We can’t be reached at the moment.',
    unknown: 'That did not work. Please try again, or speak to our front desk.',
  },
}

/** A text for a count, in the forms that a language has; `other` is for all that has no form of its own. */
export type Plural = { other: string } & { [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string }

/** The same texts in another language: one that is missing does not compile. */
export type Words<Texts = typeof ENGLISH> = {
  [Name in keyof Texts]: Texts[Name] extends string
    ? string
    : Texts[Name] extends { other: string }
      ? Plural
      : Words<Texts[Name]>
}
