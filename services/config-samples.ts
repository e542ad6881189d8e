// Values that are known to everyone: the demo's, which production refuses.
import type { BeaconChain } from '#events/ledger/beacon.ts'

/** How to reach a shop that does not exist. */
export const sampleContact = {
  address: 'Sample Street 1, Beirut, Lebanon',
  phone: '+9611000000',
  whatsapp: '+96170000000',
  hours: 'Monday to Saturday, 10AM to 6PM',
  translated: {
    ar: {
      address: 'شارع النموذج 1، بيروت، لبنان',
      hours: 'من الإثنين إلى السبت، من 10 صباحًا إلى 6 مساءً',
    },
    fr: {
      address: '1, rue de l’Exemple, Beyrouth, Liban',
      hours: 'Du lundi au samedi, de 10 h à 18 h',
    },
  },
}

/**
 * A private chain for the demo. Its secret scalar is SHA-256("qura sandbox beacon") modulo the
 * order of BLS12-381's groups, its group hash SHA-256("qura sandbox group"), period 3 s, genesis
 * 1692803367: everyone can forge it, which is why no production start takes it.
 */
export const sandboxBeacon: BeaconChain = {
  chainHash: '495bcf9eb891291f23f8b5fac2e82ece44c5d7609878bad88c8316f6952792be',
  publicKey:
    '8cd0ba25111bf8dd908f0b8a4aa89cbe25ab3dbc91c5a8ac3f8c109ce07b87bd' +
    '01171311e1be7c01835861ee5017baa00012311902105055250fca4a803d66ee' +
    'fa5b19ff856ce6c52179f8bb2b52b5acc44183f80b7962f9ca278954d9f56fcd',
  groupHash: 'dcead204b9a641f5528c7ed1e79d1e5423f7fc14a0ee09bfb24fe7603b80cba2',
  genesisTime: 1_692_803_367,
  periodSeconds: 3,
}
