import { readDialogs } from './dialog.ts'

/** Last words of guests who wait for a person: these chats need help. */
export const HELP_REQUESTS = readDialogs(String.raw`
# water leak
G[leak]: Water is dripping from the ceiling onto our bed!! Room {room}
# locked out
G: We're locked out on the terrace on the 5th floor, the door fell shut behind us. It's getting cold
# overcharge
G: You charged my card 1,240 instead of 412. Please have somebody call me today, this is urgent
# person please
G: I'd like to talk to a person please
# noise again
G: The noise next door is back. Third time tonight. I have to get up at 5, please do something
# allergy
G: Quick question before we order: is there sesame in the lentil soup? Severe allergy. A human please
# wrong transfer
G: We're standing at Terminal 2 since 25 minutes and there is no driver with our name
# no power
G: No electricity in the whole room since 10 minutes, my insulin is in the fridge. Can someone call me
# elevator
G: The lift on the garden side is stuck between 3 and 4. We're fine but there are six of us in here
# group
G: Hi, 14 people, wedding party, arriving tomorrow instead of Friday. Who can I speak to?
# español
G: Por favor, necesito hablar con una persona. Me han robado la cartera en el vestíbulo
`)

/** What guests wrote last in chats that staff hold: answers are expected. */
export const WAITING_FOR_STAFF = readDialogs(String.raw`
# hold room
G: Thanks for taking this over. So is the twin room still available?
# photos
G[room-view]: This is what I meant, the window doesn't close all the way
# more time
G: Take your time, we're at the beach until six
# confirm
G: Great. Could you confirm it by e-mail as well?
# upgrade
G: How much would the upgrade to the sea view be for the remaining {guests} nights?
# two questions
G: And two more questions:\n1. can we have dinner outside?\n2. is the pool open at night?
# link
G: I found this one, could you call them for us? https://www.example.com/boats?from=old-port&people=4
# thumbs
G: 👍👍
`)

/** Greetings with which a chat begins. */
export const GREETINGS = readDialogs(String.raw`
# hello
G: Hello / Hi there / Good evening / hey 👋 / Hi, is this the hotel?
B: Hello {firstName}! I'm Bell, the assistant of the Harbourlight Hotel. Ask me anything about your stay, or say 'person' and I'll find someone. / Welcome to the Harbourlight Hotel, {firstName}! I'm Bell. How can I help?
`)

/** Short back-and-forth that fills long conversations. */
export const SMALL_TALK = readDialogs(String.raw`
# weather
G: Will it rain tomorrow? / is it warm enough to swim in the sea
B: The forecast says sunny spells and 22 °C, with a breeze from noon on. The sea has 19 °C.
# thanks
G: Thanks again / You've been great / 🙏
B: Always a pleasure!
# coffee
G: the coffee capsules in the room are used up / Could we get more decaf capsules?
B: Housekeeping brings more with the next round. If you need them now, just say so.
# checkout time
G: Remind me, when is check-out? / what time do we have to leave tomorrow
B: Check-out is at 11:00. You can leave your key in the box beside the door.
# address
G: What's the address for the taxi? / Can you send me the exact address
B: Harbourlight Hotel, 7 Quay Street, Old Port. Drivers know it as 'the one with the lighthouse'.
# running late
G: we're running late, arriving around 11 pm, is that ok? / Flight delayed, we will only be there after midnight
B: No problem at all, the front desk is open around the clock. Your room stays yours.
# playground
G: Is there something for kids? / do you have board games
B: There's a playroom on the ground floor, open until 20:00, and a shelf of board games in the lobby bar.
# cash
G: Where is the nearest ATM? / Can I change dollars at the hotel
B: The nearest cash machine is at the corner of Quay Street, two minutes to the left. The front desk changes small amounts.
# thanks again
G: ok / Perfect / great, thank you / 👌
B: Anything else, just write.
# swim towel
G: do we bring our own towels to the pool? / Are the sun loungers free of charge
B: Pool towels are on the shelf at the entrance, and the loungers are free. First come, first served.
# vegan
G: Anything vegan on the breakfast buffet?
B: Plenty: oat and soy milk, spreads, fruit, and the team makes a chickpea omelette on request.
# printing
G: I need to print two boarding passes / Can I print something at reception?
B: Gladly: send it to desk@harbourlight.example and it waits for you at the front desk.
`)
