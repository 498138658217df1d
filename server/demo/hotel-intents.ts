import { NEEDS_HELP } from '#src/contract/intents.ts'
import type { IntentSeed } from '../store/bot/dialog.ts'
import { DEPARTMENTS } from './departments.ts'
import { GALLERIES } from './files/galleries.ts'

/** What the demonstration hotel's bot knows about the house; `|` separates trained questions. */
export const HOTEL_INTENTS: readonly IntentSeed[] = [
  describe(
    'breakfast',
    'Breakfast is from 6:30 to 10:30 in the Garden Room on the ground floor, until 11:00 on weekends.',
    'What time is breakfast|When is breakfast served|breakfast hours|Is breakfast included|Until when can we have breakfast|where do we get breakfast|is there gluten free bread at breakfast|breakfast buffet|when does breakfast start',
  ),
  describe(
    'wifi',
    "The network is 'Harbourlight Guest'; the password is your last name and room number. For video calls 'Harbourlight Fast' works best.",
    'What is the wifi password|How do I connect to the wifi|The internet is not working|wi-fi code|The wifi is slow|is there internet in the room|wlan password|how to get online|wireless network',
  ),
  describe(
    'pool',
    'The pool is heated to 27 °C and open from 7:00 to 21:00. Towels are on the shelf at the entrance.',
    'Is the pool heated|When does the pool open|pool hours|Can we swim at night|Where is the swimming pool|is the swimming pool open|can kids use the pool',
  ),
  describe(
    'checkout',
    'Check-out is at 11:00. A later one is often possible: just ask me for it.',
    'What time is check-out|When do we have to leave the room|check out time|when must we check out|checking out tomorrow|until what time can we stay on the last day',
  ),
  describe(
    'late check-out',
    'You may keep your room until 14:00 for 30, if nobody arrives early. Shall I ask a colleague to arrange it?',
    'Can I get a late checkout|Is a late check out possible|Could we keep the room longer|I would like to check out later|late departure|can we leave the room in the afternoon',
    {
      type: 'yes/no',
      choices: [
        { name: 'Yes', response: 'I am passing it on.', redirectTo: NEEDS_HELP },
        { name: 'No', response: 'Very well, then your room is yours until 11:00.' },
      ],
    },
  ),
  describe(
    'checkin',
    'Rooms are ready at 15:00. Before that we gladly keep your luggage, and the lounge with showers is open to you.',
    'What time is check-in|When can we get our room|Can we check in early|is an early check in possible|we arrive in the morning, is our room ready|when is the room ready|arriving late at night, is somebody there',
  ),
  describe(
    'parking',
    'The garage is behind the house, 16 a night, entrance 2.05 m high. Six places on level -1 charge electric cars.',
    'Do you have parking|Where can I park|How much is parking|Can I charge an electric car|Is there a garage|parking lot for our car|charging station for my car|how high is the garage',
  ),
  describe(
    'towels',
    "Of course: housekeeping knows, and brings them within 20 minutes. If it is urgent, write 'person'.",
    'Can we get more towels|Please bring fresh towels|We need two extra towels|more bath towels please|can I have a towel|there are no towels in our room|fresh towels for the room',
    { type: 'ticket', department: findDepartment('Housekeeping') },
  ),
  describe(
    'pillows',
    'A bag with firm and soft pillows and a second blanket is in the top compartment of the wardrobe. Housekeeping is bringing you more.',
    'Can I get another pillow|We need an extra blanket|the pillow is too soft|more pillows please|extra bedding|do you have firm pillows|I am cold at night, another blanket',
    { type: 'ticket', department: findDepartment('Housekeeping'), requiresAuth: true },
  ),
  describe(
    'amenities',
    'With pleasure. What may we bring you?',
    'Can I have a bathrobe|I forgot my toothbrush|Do you have slippers for the room|We need a plug adapter|can you bring a kettle|do you have a toothbrush for me|an adapter for my charger please|room amenities',
    {
      type: 'ticket-options',
      department: findDepartment('Housekeeping'),
      choices: [
        { name: 'Bathrobe' },
        { name: 'Slippers' },
        { name: 'Toothbrush' },
        { name: 'Plug adapter', response: 'It is on its way. Please leave it in the room when you go.' },
        { name: 'Kettle' },
      ],
    },
  ),
  describe(
    'repairs',
    'I am sorry. What should our technician look at, and where is it?',
    'Can you send a technician|Can somebody repair something in our room|I would like to report a defect|something needs to be repaired|maintenance please|the light bulb in the lamp is gone',
    {
      type: 'ticket-user',
      department: findDepartment('Maintenance'),
      choices: [
        {
          name: 'Use Guest Response',
          response: 'Thank you, our technician knows and comes as soon as possible.',
        },
      ],
    },
  ),
  describe(
    'room service',
    'Room service is available until 23:00, sandwiches and soups all night. The menu is on the desk.',
    'Do you have room service|Can I order food to the room|Is the kitchen still open|I am hungry, can you bring something up|order dinner to my room|room service menu',
  ),
  describe(
    'gym',
    'The gym is on the sixth floor and open around the clock; your room key opens it.',
    'Do you have a gym|Where is the fitness room|When does the gym open|can I work out|fitness centre hours|is there a treadmill',
  ),
  describe(
    'shuttle',
    "The airport shuttle leaves at 5:30, 6:30, 7:30 and then every hour; it takes 35 minutes and is 18 per person. To book, write 'person'.",
    'How do I get to the airport|Do you have an airport shuttle|Can you order a taxi|airport transfer|When does the shuttle leave|how long to the airport|I need a taxi tomorrow morning|ride to the airport',
  ),
  describe(
    'luggage',
    'The luggage room beside the lift is free for the whole day. The front desk gives you a tag.',
    'Can we leave our luggage|Where can I store my bags|luggage storage after check-out|leave suitcases at the hotel|can you keep our bags',
  ),
  describe(
    'pets',
    'Dogs are welcome: 15 a night with bed and bowl. At breakfast they may join you on the terrace.',
    'Are dogs allowed|Can I bring my dog|Do you accept pets|is my cat welcome|pet policy|travelling with a dog',
  ),
  describe(
    'kids',
    "There is a playroom on the ground floor until 20:00, board games in the lobby bar, and cots are free: write 'person' to have one brought.",
    'Do you have something for kids|Is there a playground|Can we have a baby cot|do you have a crib|things to do for children|babysitter|high chair for the baby',
  ),
  describe(
    'laundry',
    'Bags handed in before 9:00 come back at 18:00. Ironing takes two hours.',
    'Do you have laundry service|Can I have a shirt ironed|washing clothes|where is the iron|dry cleaning|same day laundry',
  ),
  describe(
    'location',
    "We are at 7 Quay Street, Old Port. Drivers know us as 'the one with the lighthouse'. Tram 4 stops at the corner.",
    'What is the address|Where are you|How do I find the hotel|what is the hotel address for the taxi|how far is the station|which tram goes to the hotel|directions to the hotel',
  ),
  describe(
    'bicycles',
    'City bikes are 12 a day, child seats and helmets are free. E-bikes need a day of notice.',
    'Can we rent bikes|Do you have bicycles|rent a bicycle|e-bike rental|bike with child seat',
  ),
  describe(
    'payment',
    'You can pay in cash, by card or by phone. A cash machine is two minutes to the left, at the corner of Quay Street.',
    'Can I pay by card|Which credit cards do you take|Where is the nearest ATM|can I pay cash|do you accept apple pay|cash machine near the hotel|change dollars',
  ),
  describe(
    'weather',
    'I only see the harbour from here. The forecast for the day is at the front desk each morning, with umbrellas beside it.',
    'What is the weather like|Will it rain tomorrow|Is it going to be sunny|how warm is it|weather forecast|do I need an umbrella',
  ),
  describe(
    'restaurant',
    'With pleasure. These are our three places; choose one and a colleague confirms the table.',
    'Where can we have dinner|Do you have a restaurant|I would like to see the restaurants|restaurant opening hours|dinner tonight|what restaurants are there|where can we eat|is there a vegetarian restaurant',
    show('restaurants'),
  ),
  describe(
    'table',
    'Which of our restaurants may it be?',
    'Can we book a table|table for two|I would like to reserve a table|do we need a reservation for the restaurant|is there a table free this evening',
    {
      type: 'choice',
      choices: ['Lantern Rooftop', 'Garden Room', 'Quay 7'].map((name) => ({
        name,
        response: `${name} it is. I am asking a colleague who confirms the time with you here.`,
        redirectTo: NEEDS_HELP,
      })),
    },
  ),
  describe(
    'spa',
    "This is our spa. For a treatment write 'person' and a colleague finds a time for you.",
    'Do you have a spa|Is there a sauna|I want a massage|when does the sauna open|spa treatments|wellness area|book a massage',
    show('spa'),
  ),
  describe(
    'things to do',
    'Here are three favourites of our guests, all close by.',
    'What can we do here|Any tips for sightseeing|What is worth seeing|things to do in the city|a museum for a rainy day|what would you do with a free afternoon|excursions|how do I get to the lighthouse|when is the market open',
    show('trips'),
  ),
  describe(
    'booking',
    'I am asking a colleague who confirms it with you here in a moment.',
    'I would like to book the Lantern Rooftop|I would like to book the Garden Room|I would like to book Quay 7|book the rooftop|please reserve a table for four at eight|I would like tickets for the sea life centre|I would like to extend my stay|change my reservation|cancel my booking',
    { redirectTo: NEEDS_HELP },
  ),
]

function describe(
  name: string,
  response: string,
  questions: string,
  more: Omit<IntentSeed['dialog'], 'response'> = {},
): IntentSeed {
  return { name, isStatic: false, dialog: { response, ...more }, questions: questions.split('|') }
}

function findDepartment(wanted: string): string {
  return DEPARTMENTS.find(({ name }) => name === wanted)?.id ?? ''
}

/** The cards of a gallery. */
function show(gallery: string): Pick<IntentSeed['dialog'], 'cards'> {
  return { cards: GALLERIES[gallery] ?? [] }
}
