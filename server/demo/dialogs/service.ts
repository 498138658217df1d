import { readDialogs } from './dialog.ts'

/** Things the house does for its guests: food, rides, bookings. */
export const SERVICE_DIALOGS = readDialogs(String.raw`
# breakfast
G: What time is breakfast? / until when can we have breakfast tomorrow
B: Breakfast is from 6:30 to 10:30 in the Garden Room on the ground floor, until 11:00 on weekends.
G: Do you have gluten free bread? / can we sit outside?
B: Yes. Just tell the team at the entrance.

# restaurant booking
G: Can we book a table for tonight? / I'd like to reserve dinner for {guests} at 8 pm
B[restaurants]: With pleasure. These are our three places:
G: The rooftop one please / Lantern looks lovely, do they have vegetarian options?
B: A colleague confirms the table with you in a moment.
S: Good evening {firstName}, {staff} here. I have a table for {guests} at 8:15, by the window. The kitchen knows about the vegetarian menu. Shall I keep it? / Hello {firstName}! 8 pm is full, but 7:30 or 8:45 would work. Which do you prefer?
G: 8:15 is great / 8:45 then
S: Confirmed. See you tonight!
G[dinner]: That was the best risotto of my life. Please tell the chef / Just to say: dinner was fantastic
S: I've just read it out in the kitchen, you made their evening.

# airport transfer
G: How do I get to the airport tomorrow? My flight is at 9:40 / Can you organise a taxi to the airport for 6 in the morning?
B: Our shuttle leaves at 5:30, 6:30, 7:30 and then every hour. The ride takes 35 minutes and is 18 per person. Shall I ask a colleague to book it?
G: Yes, for {guests} people please / 6:30, two adults and a child
S: Booked, {firstName}: 6:30 at the main entrance, {guests} seats, child seat on board. The driver is called Amadou. / It's booked for 6:30. Would you like a breakfast box to take along?
G: You think of everything. Thanks / A breakfast box would be great, 2 please
S: Two boxes are ready at the desk from 6:15. Have a safe flight!

# late checkout
G: Is a late check-out possible on {departure}? Our flight is only in the evening / Could we keep the room until 3 pm?
B: Check-out is at 11:00. Let me ask whether your room is free a little longer.
S: Hi {firstName}, {staff} from reception. I can give you the room until 1 pm at no charge, or until 4 pm for 45. / Good morning! Until 2 pm it's on us, because you've stayed with us before.
G: 1 pm is enough, thank you / that is so nice, thank you
S: Noted for room {room}. Your key works until then. We keep your luggage afterwards if you like.

# wifi
G: what's the wifi password / The Wi-Fi is super slow, I have a video call in 30 min
B: The network is 'Harbourlight Guest', the password is your last name and room number, for example Smith{room}. For calls, 'Harbourlight Fast' works best near the window.
G: Works, thanks / I'm on Fast now, much better

# pool and spa
G: Is the pool heated? / when does the spa open and do I need to book the sauna?
B[spa]: The pool is heated to 27 °C and open from 7:00 to 21:00. The sauna opens at 14:00, no booking needed. Treatments are by appointment.
G: Could I book a massage for tomorrow afternoon?
S: Hello {firstName}, {staff} here. Mina has 15:30 or 17:00 tomorrow, 50 minutes, 80. Which one suits you?
G: 17:00 please / 15:30, perfect after the hike
S: You're booked. Please come ten minutes early, robe and slippers are waiting.

# parking
G: Do you have parking for an electric car? / how much is parking per night?
B: The garage is behind the house, 16 a night. Six charging points (type 2, 11 kW) are on level -1, first come first served.
G: And is it high enough for a roof box? / Thanks!
B: The entrance is 2.05 m high.

# room service
G: We'd like to order something to eat in the room / is the kitchen still open? we just arrived and are starving
B: Room service is available until 23:00, sandwiches and soups all night. The menu is on the desk, or tell me what you fancy.
G: Two club sandwiches and a tomato soup please / One margherita, one caesar salad, two beers
S: On it, {firstName}! About 25 minutes. Any allergies we should know of?
G: nuts! my wife is allergic to nuts / no allergies
S: Thank you, the kitchen knows. Enjoy your meal!

# laundry
G: Can I have two shirts ironed until tomorrow 8 am? / do you do same-day laundry?
B: Bags handed in before 9:00 come back at 18:00. Ironing takes two hours, until 22:00.
G: I have a wedding tomorrow, it's just one suit... / ok I'll bring them down now
S: Bring it down {firstName}, I'll have it pressed and hanging at your door by 8. Congratulations to the couple!
G: lifesaver!!

# gym
G: Do you have a gym? / what are the gym opening hours
B: The gym is on the sixth floor and open around the clock, your room key opens it. Towels and water are inside.

# birthday surprise
G: It's my husband's birthday on Saturday. Could you put a cake in the room while we're at dinner? / I'd like to surprise my girlfriend, we got engaged today 💍
B: How lovely! I'm passing this to my colleagues, they are good with surprises.
S[cake]: Hi {firstName}, {staff} here 🎉 Our pastry chef suggests this one. We'd place it at 20:00 while you are at the restaurant. Is there a name to write on it?
G: "Für Paul" please / Just "She said yes"
S: Consider it done. Wink at the waiter when you want to go up.
G[party]: He was speechless. Thank you all!! / She loved it. You made our day
S: That picture is going on our staff wall, if we may. Happy birthday and good night!

# city tips
G: What would you do with one free afternoon here? / any tips for a museum with kids when it rains?
B[trips]: Here are three favourites of our guests, all within walking distance.
G: The lighthouse sounds great. How do we get there? / The sea life one! Are tickets cheaper from you?
B: Tram 4 from the corner, direction Old Port, seven minutes. The front desk has tickets without waiting in line.

# bicycle
G: can we rent bikes at the hotel / Do you have bicycles with child seats?
B: Yes! City bikes are 12 a day, child seats and helmets are free. E-bikes need a day's notice.
G: Two city bikes and one child seat for tomorrow 10 am please
S: They're reserved under {room}, {firstName}. I've added a map with the coast path, it's nearly flat.
G: 🚲❤️

# pets
G: Are dogs allowed? Ours is a small terrier / can our dog come to breakfast with us
B: Dogs are welcome, 15 a night with bed and bowl. At breakfast they may join you on the terrace.
G: He'll be delighted / Perfect
`)
