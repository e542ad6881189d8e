// The demo shop: what it sells and what can be won. Days are counted from the day of the first
// start: -75 is where the shop's past begins, negative days are past, positive ones to come.
import type { Artwork } from './artwork.ts'

export type DemoVariant = {
  name: string
  sku: string
  priceAdjustment: string
  /** Its pieces are counted: how many a visitor finds, and when staff are warned. */
  stock?: { left: number; lowAt: number }
}

export type DemoProduct = {
  name: string
  description: string
  price: string
  tickets: number
  totalTickets: number
  artwork: Artwork
  variants: readonly DemoVariant[]
}

export type DemoRaffle = {
  name: string
  description: string
  prizeInfo: string
  value: string
  opensOnDay: number
  endsOnDay: number
  totalTickets: number
  minTicketsRequired: number
  /** Share of the tickets that should be sold by now, 0 to 1. */
  soldShare: number
  artwork: Artwork
  products: readonly DemoProduct[]
}

const shirtSizes: DemoVariant[] = [
  { name: 'Small', sku: 'TS-S', priceAdjustment: '0.00', stock: { left: 42, lowAt: 10 } },
  { name: 'Medium', sku: 'TS-M', priceAdjustment: '0.00', stock: { left: 58, lowAt: 10 } },
  { name: 'Large', sku: 'TS-L', priceAdjustment: '0.00', stock: { left: 3, lowAt: 10 } },
  { name: 'Extra large', sku: 'TS-XL', priceAdjustment: '2.00', stock: { left: 0, lowAt: 10 } },
]

export const demoRaffles: readonly DemoRaffle[] = [
  {
    name: 'Apple Watch',
    description: 'The watch that counts your steps along the Corniche, sealed in its box.',
    prizeInfo: 'Apple Watch Series 11, 46 mm, GPS, with a one-year warranty in Lebanon.',
    value: '449.00',
    opensOnDay: -40,
    endsOnDay: 9,
    totalTickets: 900,
    minTicketsRequired: 200,
    soldShare: 0.975,
    artwork: { seed: 'apple-watch', glyph: 'watch', plate: 'cedar' },
    products: [
      {
        name: 'Cedar Notebook',
        description: 'Lined, 160 pages, thread-bound in Bourj Hammoud.',
        price: '10.00',
        tickets: 2,
        totalTickets: 900,
        artwork: { seed: 'notebook', glyph: 'book', plate: 'saffron' },
        variants: [
          { name: 'Forest green', sku: 'NB-GREEN', priceAdjustment: '0.00' },
          { name: 'Sea blue', sku: 'NB-BLUE', priceAdjustment: '0.00' },
          { name: 'Gilt edge', sku: 'NB-GILT', priceAdjustment: '4.50' },
        ],
      },
    ],
  },
  {
    name: 'A Trip to Egypt',
    description: 'Four nights by the Nile for two, from Beirut and back.',
    prizeInfo: 'Flights from Beirut, four nights in Luxor with breakfast, airport transfers.',
    value: '1800.00',
    opensOnDay: -30,
    endsOnDay: 16,
    totalTickets: 2500,
    minTicketsRequired: 500,
    soldShare: 0.44,
    artwork: { seed: 'egypt', glyph: 'trip', plate: 'sea' },
    products: [
      {
        name: 'Olive Oil from Koura',
        description: 'Cold pressed, one litre, this autumn’s harvest.',
        price: '18.00',
        tickets: 3,
        totalTickets: 2500,
        artwork: { seed: 'olive-oil', glyph: 'bottle', plate: 'cedar' },
        variants: [],
      },
    ],
  },
  {
    name: 'iPhone 17 Pro',
    description: 'Unlocked, 256 GB, in the colour you choose.',
    prizeInfo: 'iPhone 17 Pro 256 GB, unlocked, with a one-year warranty in Lebanon.',
    value: '1299.00',
    opensOnDay: -21,
    endsOnDay: 24,
    totalTickets: 3000,
    minTicketsRequired: 600,
    soldShare: 0.28,
    artwork: { seed: 'iphone', glyph: 'phone', plate: 'wine' },
    products: [
      {
        name: 'Qura T-Shirt',
        description: 'Heavy cotton, printed with the rosette of your lucky number.',
        price: '22.00',
        tickets: 4,
        totalTickets: 3000,
        artwork: { seed: 't-shirt', glyph: 'shirt', plate: 'sea' },
        variants: shirtSizes,
      },
    ],
  },
  {
    name: 'MacBook Air',
    description: 'For the student, the writer, the one who films weddings.',
    prizeInfo: 'MacBook Air 13-inch, 16 GB, 512 GB, English and Arabic keyboard.',
    value: '1399.00',
    opensOnDay: -14,
    endsOnDay: 31,
    totalTickets: 4000,
    minTicketsRequired: 800,
    soldShare: 0.12,
    artwork: { seed: 'macbook', glyph: 'laptop', plate: 'night' },
    products: [
      {
        name: 'Canvas Tote',
        description: 'Carries a laptop, two books and the bread.',
        price: '15.00',
        tickets: 3,
        totalTickets: 4000,
        artwork: { seed: 'tote', glyph: 'bag', plate: 'wine' },
        variants: [
          { name: 'Natural', sku: 'TOTE-NAT', priceAdjustment: '0.00' },
          {
            name: 'Black',
            sku: 'TOTE-BLK',
            priceAdjustment: '1.00',
            stock: { left: 4, lowAt: 5 },
          },
        ],
      },
    ],
  },
  {
    name: 'PlayStation 5',
    description: 'With two controllers, because nobody should play alone.',
    prizeInfo: 'PlayStation 5 Slim with disc drive and two controllers.',
    value: '620.00',
    opensOnDay: -10,
    endsOnDay: 20,
    totalTickets: 1500,
    minTicketsRequired: 300,
    soldShare: 0.33,
    artwork: { seed: 'playstation', glyph: 'game', plate: 'cedar' },
    products: [
      {
        name: 'Rosette Mug',
        description: 'Stoneware, 350 ml, safe in the dishwasher.',
        price: '12.00',
        tickets: 2,
        totalTickets: 1500,
        artwork: { seed: 'mug', glyph: 'cup', plate: 'saffron' },
        variants: [],
      },
    ],
  },
  {
    name: 'Ten Gold Ounces',
    description: 'Ten one-ounce bars, certified, kept at the bank until the draw.',
    prizeInfo: 'Ten bars of 31.1 g fine gold, each with its certificate.',
    value: '41000.00',
    opensOnDay: -20,
    endsOnDay: 45,
    totalTickets: 20000,
    minTicketsRequired: 8000,
    soldShare: 0.03,
    artwork: { seed: 'gold', glyph: 'gold', plate: 'saffron' },
    products: [
      {
        name: 'Aleppo Soap Set',
        description: 'Six bars, laurel and olive, aged nine months.',
        price: '25.00',
        tickets: 5,
        totalTickets: 20000,
        artwork: { seed: 'soap', glyph: 'soap', plate: 'cedar' },
        variants: [],
      },
    ],
  },
  {
    name: 'City Car',
    description: 'Small enough for Hamra, registered and insured for a year.',
    prizeInfo: 'Kia Picanto, automatic, registration and one year of insurance included.',
    value: '15900.00',
    opensOnDay: -12,
    endsOnDay: 60,
    totalTickets: 12000,
    minTicketsRequired: 5000,
    soldShare: 0.04,
    artwork: { seed: 'car', glyph: 'car', plate: 'wine' },
    products: [
      {
        name: 'Beeswax Candle Pair',
        description: 'Poured in Deir el Qamar, forty hours each.',
        price: '20.00',
        tickets: 4,
        totalTickets: 12000,
        artwork: { seed: 'candle', glyph: 'candle', plate: 'night' },
        variants: [],
      },
    ],
  },
  {
    name: 'Mountain E-Bike',
    description: 'From the coast to the cedars without arriving out of breath.',
    prizeInfo: 'Electric mountain bike, 625 Wh, size by measurement, helmet included.',
    value: '2400.00',
    opensOnDay: -6,
    endsOnDay: 38,
    totalTickets: 3000,
    minTicketsRequired: 900,
    soldShare: 0.07,
    artwork: { seed: 'e-bike', glyph: 'bike', plate: 'night' },
    products: [
      {
        name: 'Steel Water Bottle',
        description: 'Keeps the spring cold until Qornet es-Sawda.',
        price: '14.00',
        tickets: 2,
        totalTickets: 3000,
        artwork: { seed: 'water-bottle', glyph: 'bottle', plate: 'sea' },
        variants: [
          { name: '500 ml', sku: 'BOT-500', priceAdjustment: '-2.00' },
          { name: '750 ml', sku: 'BOT-750', priceAdjustment: '0.00' },
        ],
      },
    ],
  },
  {
    name: 'Weekend in Byblos',
    description: 'Two nights above the old harbour, dinner included.',
    prizeInfo: 'Two nights for two in a sea-view room, one dinner, late check-out.',
    value: '480.00',
    opensOnDay: -60,
    endsOnDay: -2,
    totalTickets: 800,
    minTicketsRequired: 200,
    soldShare: 0.62,
    artwork: { seed: 'byblos', glyph: 'home', plate: 'sea' },
    products: [
      {
        name: 'Za’atar Gift Box',
        description: 'Three mixes from the south, in linen bags.',
        price: '16.00',
        tickets: 3,
        totalTickets: 800,
        artwork: { seed: 'zaatar', glyph: 'bag', plate: 'cedar' },
        variants: [],
      },
    ],
  },
  {
    name: 'Coffee Machine',
    description: 'The one from the café downstairs, for your kitchen.',
    prizeInfo: 'Espresso machine with grinder, stainless steel, two-year warranty.',
    value: '750.00',
    opensOnDay: -50,
    endsOnDay: 5,
    totalTickets: 600,
    minTicketsRequired: 150,
    soldShare: 1,
    artwork: { seed: 'coffee', glyph: 'cup', plate: 'wine' },
    products: [
      {
        name: 'Cardamom Coffee, 500 g',
        description: 'Roasted on Tuesdays, ground the way you ask.',
        price: '9.00',
        tickets: 2,
        totalTickets: 600,
        artwork: { seed: 'cardamom', glyph: 'bag', plate: 'saffron' },
        variants: [
          { name: 'Turkish grind', sku: 'COF-TURK', priceAdjustment: '0.00' },
          { name: 'Whole bean', sku: 'COF-BEAN', priceAdjustment: '0.00' },
        ],
      },
    ],
  },
  {
    name: 'Gold Lira',
    description: 'One English gold sovereign, the grandmother’s gift.',
    prizeInfo: 'One gold sovereign, 7.98 g, with certificate.',
    value: '1050.00',
    opensOnDay: -74,
    endsOnDay: -9,
    totalTickets: 1200,
    minTicketsRequired: 300,
    soldShare: 0.81,
    artwork: { seed: 'lira', glyph: 'gold', plate: 'cedar' },
    products: [
      {
        name: 'Linen Tea Towels',
        description: 'A pair, woven in Zouk.',
        price: '11.00',
        tickets: 2,
        totalTickets: 1200,
        artwork: { seed: 'towels', glyph: 'bag', plate: 'sea' },
        variants: [],
      },
    ],
  },
  {
    name: 'Home Cinema',
    description: 'A projector, a screen and the quiet of your own sofa.',
    prizeInfo: '4K laser projector, 100-inch screen, sound bar, installation in Lebanon.',
    value: '2900.00',
    opensOnDay: -3,
    endsOnDay: 50,
    totalTickets: 5000,
    minTicketsRequired: 1200,
    soldShare: 0.015,
    artwork: { seed: 'cinema', glyph: 'home', plate: 'night' },
    products: [
      {
        name: 'Candied Orange, 250 g',
        description: 'From Saida, dipped in dark chocolate.',
        price: '13.00',
        tickets: 2,
        totalTickets: 5000,
        artwork: { seed: 'orange', glyph: 'cup', plate: 'saffron' },
        variants: [],
      },
    ],
  },
  {
    name: 'Family Day at the Cedars',
    description: 'Ski passes and lunch for five, when the snow is there.',
    prizeInfo: 'Five day passes, equipment and lunch, any day of the season.',
    value: '560.00',
    opensOnDay: 4,
    endsOnDay: 40,
    totalTickets: 1000,
    minTicketsRequired: 250,
    soldShare: 0,
    artwork: { seed: 'ski', glyph: 'trip', plate: 'night' },
    products: [],
  },
]

/** Goods that grant no tickets. */
export const demoGoods: readonly DemoProduct[] = [
  {
    name: 'Gift Wrap',
    description: 'Hand-printed paper and a cotton ribbon. Comes without raffle tickets.',
    price: '3.00',
    tickets: 0,
    totalTickets: 0,
    artwork: { seed: 'gift-wrap', glyph: 'bag', plate: 'night' },
    variants: [],
  },
]

const firstNames = [
  'Maya', 'Karim', 'Rana', 'Elie', 'Nour', 'Hadi', 'Lara', 'Georges', 'Yasmine', 'Tarek',
  'Rita', 'Omar', 'Joumana', 'Fadi', 'Layal', 'Samir', 'Zeina', 'Ali', 'Carla', 'Walid',
] // oxfmt-ignore
const lastNames = [
  'Khoury', 'Haddad', 'Saab', 'Nassar', 'Aoun', 'Fakhoury', 'Sleiman', 'Rahme', 'Chami', 'Itani',
  'Daher', 'Matar', 'Gemayel', 'Hariri', 'Younes', 'Abboud', 'Zein', 'Maalouf', 'Tabet', 'Assaf',
] // oxfmt-ignore

export type DemoPerson = { fullName: string; email: string; phone: string }

/** Person `index`, 0 to 9,999: an invented name and a number of the Lebanese mobile range. */
export function demoPerson(index: number): DemoPerson {
  const first = firstNames[index % firstNames.length] ?? 'Maya'
  const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? 'Khoury'
  const serial = String(100_000 + ((index * 7919) % 900_000))
  return {
    fullName: `${first} ${last}`,
    email: `${first}.${last}.${index}@example.com`.toLowerCase(),
    phone: `+96171${serial}`,
  }
}
