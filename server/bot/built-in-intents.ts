import { NEEDS_HELP } from '#src/contract/intents.ts'
import type { IntentSeed } from '../store/bot/dialog.ts'

/** The names under which these came: they are known by them under any other. */
export const PERSON = 'person'
export const EMERGENCY = 'emergency'

/** What the bot of every hotel understands from its first day. They can't be deleted (CONTRACT section 6, `static_intent`). */
export const BUILT_IN_INTENTS: readonly IntentSeed[] = [
  {
    name: PERSON,
    isStatic: true,
    dialog: {
      redirectTo: NEEDS_HELP,
      response: 'Of course. I am asking a colleague, somebody will be with you here in a moment.',
    },
    questions: [
      'person',
      'I want to talk to a person',
      'Can I speak to a human please',
      'Is there somebody I can talk to',
      'Let me talk to an agent',
      'Connect me with the front desk',
      'I need a real person',
      'Please call someone from reception',
      'Can someone help me',
      'I need help',
      'please help me',
      'Stop the bot, I want a human being',
      'May I speak with the manager',
      'please have somebody call me',
      'human',
      'agent',
      'a human please',
      'I would like to speak to a member of staff',
    ],
  },
  {
    name: EMERGENCY,
    isStatic: true,
    dialog: {
      redirectTo: NEEDS_HELP,
      response:
        'I am calling a colleague right now. If anybody is in danger please call 112 first, we guide the helpers to you.',
    },
    questions: [
      'This is an emergency',
      'There is a fire in the corridor',
      'my room is on fire',
      'I smell smoke',
      'We need a doctor right now',
      'My wife fell and is hurt',
      'Please call an ambulance',
      'somebody is bleeding',
      'Someone broke into our room',
      'My wallet was stolen',
      'We are stuck in the elevator',
      'water is dripping from the ceiling',
      'the bathroom is flooded',
      'help, urgent',
    ],
  },
  {
    name: 'complaint',
    isStatic: true,
    dialog: {
      redirectTo: NEEDS_HELP,
      response: 'I am sorry to hear that. I am asking a colleague to take care of it right away.',
    },
    questions: [
      'I want to complain',
      'This is not acceptable',
      'We are very unhappy with the room',
      'The people next door are too loud',
      'There is a party next door and we cannot sleep',
      'You charged me twice',
      'There is a wrong charge on my bill',
      'The room is dirty',
      'Our room was not cleaned today',
      'the air conditioning is not working',
      'The heating in our room is broken',
      'The shower drain is blocked',
      'the TV is broken',
      'The toilet does not flush',
      'the light in the bathroom does not work',
      'I am disappointed',
    ],
  },
  {
    name: 'greeting',
    isStatic: true,
    dialog: {
      response:
        "Hello! I'm Bell, the assistant of this house. Ask me anything about your stay, or write 'person' and I find somebody for you.",
    },
    questions: [
      'Hello',
      'Hi',
      'Hi there',
      'Hey',
      'Good morning',
      'Good evening',
      'Good afternoon',
      'hello bot',
      'greetings',
      'Is anybody there',
    ],
  },
  {
    name: 'thanks',
    isStatic: true,
    dialog: { response: 'Always a pleasure! If there is anything else, just write.' },
    questions: [
      'Thanks',
      'Thank you',
      'Thank you so much',
      'thx',
      'great, thanks',
      'perfect thank you',
      'That was very helpful',
      'ok thanks',
      'cheers',
      'many thanks for your help',
    ],
  },
  {
    name: 'goodbye',
    isStatic: true,
    dialog: { response: 'Goodbye, and have a good time!' },
    questions: [
      'Bye',
      'Goodbye',
      'See you',
      'Good night',
      'see you later',
      'have a nice day',
      'bye bye',
      'until next time',
    ],
  },
  {
    name: 'what can you do',
    isStatic: true,
    dialog: {
      response:
        "I answer questions about the house at any hour. What I don't know I pass on to my colleagues: just write 'person'.",
    },
    questions: [
      'What can you do',
      'Who are you',
      'Are you a robot',
      'are you a bot',
      'What can I ask you',
      'How does this chat work',
      'what do you know',
    ],
  },
]
