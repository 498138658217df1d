import { readDialogs } from './dialog.ts'

/** Things about the room itself. */
export const ROOM_DIALOGS = readDialogs(String.raw`
# air conditioning
G: Hi, the air conditioning in {room} only blows warm air / Hello, our AC isn't cooling at all, it must be 27 degrees in here / The air con in our room is running but the room just doesn't get cold
B: I'm sorry to hear that. Is the balcony door closed? The air conditioning switches to fan only while it is open.
G: It's closed. I checked that twice / Yes closed, that was the first thing I looked at
B: Thank you for checking. I'm asking a colleague to take over.
S: Hi {firstName}, {staff} from the front desk here. I'm sending Tomás from maintenance up with a look at the valve, he'll be with you in about ten minutes. / Good evening {firstName}, this is {staff}. Our technician is on the third floor right now and comes to {room} next.
G: Perfect, we're in the room / ok, someone is here, just knock
S: He tells me the filter was clogged and is replaced now. Is it getting cooler?
G: Yes!! much better. Thank you for being so quick / It is, finally. Thanks a lot
S: Glad to hear it. Sleep well!

# towels
G: Could we get two extra towels please? / hi can I have more towels for room {room} / We need some more bath towels, there are three of us
B: Of course! Housekeeping brings fresh towels within 20 minutes. Anything else for the room?
G: No that's all, thanks / Maybe some shampoo as well / two more pillows if possible
B: Noted. It's on its way.

# noise at night
G: There's a party going on in the room next to ours and it's past midnight / The people above us have been moving furniture for an hour. Is there anything you can do?
B: I'm sorry, that shouldn't happen. I'm letting the night desk know.
S: Hello {firstName}, {staff} here. Security is on the way to them now. Could you tell me if it's the room on your left or right when facing the corridor? / I'm so sorry about this. I'm walking up there myself. Which side is it coming from?
G: left side I think, 1 door closer to the lift / The one above, I think
S: We've spoken with them and they have promised to keep it down. Please write again at once if it starts over, I can also move you to a quiet room on the courtyard side.
G: It stopped. I don't think we need to move. Thank you so much
S: Thank you for your patience. Breakfast tomorrow is on us, just mention room {room}.
G: That's really kind, thanks {staff}

# safe locked
G: I can't open the safe anymore, I think I mistyped the code / The safe in the wardrobe shows ERR and all our passports are in it
B: That happens more often than you'd think. Only a person can open it, let me get someone.
S: Good morning, {staff} speaking. I can come up with a colleague and the master key, we need to see an ID or ask you two questions. Would half past nine suit you? / Hi, I'm {staff}. Two of us come up with the master device, it takes a minute. Are you in the room now?
G: Yes we're here / That works
S: All done. The new code is the one that you chose just now, we don't keep a copy.

# minibar
G: The minibar was empty when we arrived / is the water in the minibar free?
B: Two bottles of water are refilled every day with our compliments. Drinks and snacks are charged to the room, the prices are on the card inside the door.
G: ok good to know / And can you fill it with just sparkling water?
B: I've left a note for housekeeping.

# key card
G: My key card stopped working again / Both our key cards don't open the door since this morning
B: Keys lose their charge next to phones, sorry about that. The front desk renews them in a minute, day and night.
G: I'm on the fourth floor with two kids and luggage, could someone come up?
S: Stay where you are {firstName}, Jonas is on his way with fresh keys. He wears a dark blue jacket.
G: he's here, thanks

# shower
G[drain]: The shower drain is blocked, water stands everywhere. See photo / The bathroom floor is flooded after each shower, I attached a picture
B: Thank you for the photo. I'm calling a colleague.
S: Hello {firstName}, {staff} here. That looks unpleasant, I'm sorry. I can send someone within 15 minutes or move you to {otherRoom} right away, which do you prefer?
G: Please send someone, we've unpacked everything already / Moving would be a pain. Can he come after 5 pm?
S: Done, he comes at once and will lay out dry mats as well.
G: It drains again. Thanks!

# room view
G: We booked a sea view and look at a wall / Our reservation says garden view but the window goes to the parking lot
B: I'm sorry about that. Let me ask the front desk to compare it with your reservation.
S: Hi {firstName}, I've looked it up and you're right, that's our mistake. {otherRoom} with the view you booked is ready at 3 pm. Shall I have your luggage moved? / You're right and I apologise. I can offer you {otherRoom} from tomorrow noon, and a dinner for two tonight.
G: Yes please, that would be wonderful / That sounds fair, thank you
S[room-view]: Here is what you'll wake up to.
G: Wow 😍

# heating at night
G: It's quite cold in here, how do I turn on the heating? / Is there a second blanket somewhere? The kids are cold
B: The panel beside the door: hold the sun symbol for three seconds, then set the temperature. Extra blankets are in the top compartment of the wardrobe.
G: Found both, thanks / got it 👍

# crib
G: Could you put a baby cot in our room? Our daughter is 8 months old / we're arriving with a baby, do you have cots?
B: With pleasure, cots are free of charge. For which date may I note it?
G: For Friday, {guests} nights / from today
B: It's noted: one cot with linen. Would you like a bottle warmer as well?
G: oh yes, great idea / No need, thanks

# television
G: How do I get Netflix on the TV? / The TV says no signal on all channels
B: Press the house button on the remote, then Cast, and scan the code with your phone. If it says 'no signal', switch it off at the wall for ten seconds.
G: The ten seconds trick worked / It works. My son says you're a hero
B: Tell him it's my favourite show too. 📺

# broken lamp
G: one of the reading lamps next to the bed is broken / The bulb in the bathroom is flickering, makes me nervous
B: Thanks for telling us. I've asked maintenance to look at it today between 10 and 12. May they enter when you're out?
G: Yes sure / please only when we're there
B: Noted.
`)
