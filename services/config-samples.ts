// Values that are known to everyone: the demo's, which production refuses, and the pinned beacon.

/** How to reach a shop that does not exist (answers 120). */
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

/** drand quicknet, as `ledger-and-draw.md` 5 pins it. */
export const quicknet = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c' +
    '8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb' +
    '5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
}

/**
 * A private chain for the demo. Its secret scalar is SHA-256("qura sandbox beacon") modulo the
 * order of BLS12-381's groups, its group hash SHA-256("qura sandbox group"), period 3 s, genesis
 * 1692803367: everyone can forge it, which is why no production start takes it.
 */
export const sandboxBeacon = {
  chainHash: '495bcf9eb891291f23f8b5fac2e82ece44c5d7609878bad88c8316f6952792be',
  publicKey:
    '8cd0ba25111bf8dd908f0b8a4aa89cbe25ab3dbc91c5a8ac3f8c109ce07b87bd' +
    '01171311e1be7c01835861ee5017baa00012311902105055250fca4a803d66ee' +
    'fa5b19ff856ce6c52179f8bb2b52b5acc44183f80b7962f9ca278954d9f56fcd',
}
