import { readDialogs } from './dialog.ts'

/** Things around the stay: bills, reservations, lost things, praise and complaints. */
export const STAY_DIALOGS = readDialogs(String.raw`
# bill
G: There's a minibar charge of 24 on my bill that isn't mine / I think I was charged twice for parking
B: I'm sorry about the confusion. I'm asking someone who can look at your account.
S: Hello {firstName}, {staff} from accounting. You're right, that was booked on the wrong room. I've taken it off. / Hi, this is {staff}. I see it: one night was booked twice. It's corrected.
G: Thanks. Can you send me the new invoice?
S[invoice]: Of course, here it is. If you paid by card the difference is back in two to three days.
G: Got it, all good now / thank you, very quick

# lost property
G: We left a teddy bear in the room this morning. My son is inconsolable / I think I forgot my glasses on the night table, room {room}
B: Oh no. I'm asking housekeeping to look right away.
S[teddy]: Hi {firstName}! Someone was waiting for you in the laundry basket... / Found it! It was under the pillow. Is this the one?
G: YES. That's him!! / that's it, thank you so much
S: We can post it today. Which address may we use?
G: Linden Street 14, second floor, same name / Could you keep it until Friday? We come past anyway
S: It's taken care of, and there's a postcard with it.

# early check-in
G: We land at 7 am. Can we check in earlier? / any chance to get our room before 3?
B: Rooms are ready at 15:00. I'm asking whether yours can be earlier on {arrival}.
S: Good afternoon {firstName}, {staff} here. I'll put you first on housekeeping's list, 11:00 is realistic. Until then the lounge with showers and coffee is yours.
G: Fantastic, a shower is all we need / ok that helps
S: Then see you on {arrival}. Just write when you are in the taxi.

# change of dates
G: Can I move my reservation by one day? / We'd need to stay one night longer, is that possible?
B: Let me check with reservations.
S: Hello {firstName}, {staff} speaking. The extra night is available at the same rate, in the same room. Shall I change it? / One day later works. The rate is 12 lower even, as it isn't a Saturday any more.
G: Yes please go ahead / great, please do
S: Changed. A new confirmation is in your mailbox.

# compliment
G: I just wanted to say that Elena at breakfast is an absolute treasure / Please thank the lady who cleaned our room, she folded a swan for our daughter 🦢
B: How nice of you to say so!
S: I've passed it on, it made her blush. Thank you for taking the time, {firstName}. / That goes on the board in the staff room today. Thank you!
G: well deserved / 🙏

# slow check-in
G: 40 minutes in line to check in is not acceptable for this price / Not impressed. Nobody at the front desk for a quarter of an hour
B: I'm truly sorry. I'm passing this to the duty manager.
S: {firstName}, I'm {staff}, on duty tonight. A group of 60 arrived at once and I should have opened the second desk sooner. May I invite you to the bar to make up for the start?
G: I appreciate the honest answer. We'll take you up on that / It's ok, I know it's not your personal fault
S: Thank you. Your names are with Sofia at the bar. I'll make sure that the rest of your stay is smooth.

# luggage
G: Can we leave our bags after check-out? / Is there a place to store two surfboards
B: Certainly. The luggage room beside the lift is free for the whole day, the front desk gives you a tag.
G: And surfboards up to 2 metres? / great
B: They go into the bicycle cellar, it's locked.

# survey
B: How has your stay been so far? One word is enough, more is welcome.
G: Great / Really good, only the pillows are too soft for me / We love it here
B: Thank you! I'm glad. If anything could be better, tell me and I'll find someone.
G: firm pillows? / nope, all fine
B: Firm pillows are in the wardrobe bag, or I have some brought up.

# doctor
G: Is there a pharmacy nearby that's open now? / My daughter has a fever, do you know a doctor who comes to the hotel?
B: I'm connecting you with a colleague at once.
S: Hi {firstName}, {staff} here. Dr. Lindqvist can be here in 40 minutes, she speaks English. Shall I call her? If it gets worse before, call 112, we'll guide them up. / The pharmacy at the station is open until midnight, five minutes on foot. I can also send our porter, just tell me what you need.
G: Please call her / could he bring a thermometer and something for fever for a 4 year old?
S: Done. He's leaving now and knocks when he's back. Everything goes on the room, don't worry about cash.
G: Thank you, you have no idea how much this helps
S: Get well soon to the little one. I'll look in by message at 22:00.
G: fever is down, she sleeps now / She's much better this morning 🙂
S: What a relief! Tea and toast are on their way.

# accessibility
G: My mother uses a wheelchair. Is the breakfast room step free? / do you have rooms with a roll-in shower
B: All floors are reached by lift and the Garden Room is step free. Let me ask about the room.
S: Hello {firstName}, I'm {staff}. Room {otherRoom} has a roll-in shower, handrails and 90 cm doors, and I've kept it for you. Would a shower chair help?
G: Yes please, and thank you for asking / That would be perfect
S: It will be in the room. When you arrive, the side entrance on Mill Lane has no threshold, ring and we open.

# loyalty
G: Do I get points for this stay? / I forgot to give my member number when booking
B: You do. Tell me your number and I'll add it to the reservation.
G: HL-40772913 / it's HL-88120457
B: Thank you, it's added. Points appear two days after check-out.

# conference
G: Which room is the design conference in? / where do I pick up my badge for the conference
B: Everything is on the first floor: badges at the desk left of the stairs from 8:00, talks in the Atlantic Hall.
G: thx / And lunch?
B: Lunch is at 12:30 on the terrace, in the Garden Room if it rains.

# fog and flight
G: Our flight was cancelled because of the fog. Do you have our room for one more night? / I'm stuck, my train doesn't go today. Anything free tonight?
B: I'm sorry about the trouble. I'm asking the front desk at once.
S: {firstName}, {staff} here. Your room is yours for tonight, at the rate of your stay. Don't worry about anything, just come back in. / I have one double left and I've put your name on it.
G: You're wonderful. On our way / thank you!!! 
S: Soup is waiting. Shall I look into the first flight tomorrow with you?
G: Already rebooked for 11:20, but thanks
S: Then the 8:30 shuttle is yours, seats are kept.
`)
