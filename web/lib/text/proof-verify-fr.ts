// The page on which anybody checks a draw, and the one file that does it offline.
import type { ProofVerifyTexts } from './proof-verify-en.ts'

export const proofVerifyFr: ProofVerifyTexts = {
  title: 'Vérifiez un tirage vous-même',
  lead: 'Déposez ici les preuves d’une tombola. Elles sont vérifiées sur cet appareil, écriture par écriture ; rien n’est envoyé.',
  drop: 'Déposez le fichier ZIP ici',
  choose: 'Choisir un fichier',
  again: 'En vérifier un autre',
  keys: 'Clés que vous connaissez d’ailleurs',
  keysHint:
    'Une par ligne : la clé du journal publiée par l’autorité, et celles des témoins. Sans elles, les preuves ne concordent qu’avec elles-mêmes.',
  extras: 'Reçus et ouvertures',
  extrasHint: 'Votre reçu ou .tlog-proof, ou les ouvertures remises à un auditeur.',
  sandbox: 'C’est une démonstration : tenir sa balise et ses heures pour vraies',
  checking: (percent) => `Vérification… ${percent} %`,
  unreadable: 'Ce fichier n’est pas lisible comme preuves d’une tombola.',
  notFetched: 'Les preuves n’ont pas pu être récupérées.',
  verdicts: { pass: 'Vrai', fail: 'Faux', not_evaluated: 'Non vérifié' },
  outcomes: [
    'Tout ce qui fut demandé est exact.',
    'Quelque chose n’est pas vrai.',
    'Rien n’est faux, mais une partie n’a pas pu être vérifiée.',
  ],
  raffle: 'Tombola',
  prize: 'Lot',
  entries: 'Écritures',
  tickets: 'Billets',
  result: 'Ce que donnent les entrées',
  first: 'Lot',
  reserve: (place) => `Réserve ${place}`,
  find: 'Trouver mon billet',
  number: 'Numéro du billet',
  ticket: {
    none: 'Aucun billet de ce numéro ne fut émis.',
    valid: (entry) => `Émis à l’écriture ${entry}, et valable.`,
    void: (entry) => `Émis à l’écriture ${entry}, et annulé.`,
    won: 'Il fut tiré le premier.',
    reserve: (place) => `Il fut tiré comme réserve ${place}.`,
    notDrawn: 'Il ne fut pas tiré.',
  },
  worked: 'La première place à la main',
  steps: {
    transcript: (bytes) =>
      `Toutes les entrées à la suite font ${bytes} octets. Leur SHA-256 commence le calcul :`,
    prk: 'Leur HMAC-SHA-256 sous « raffle-draw/v1/extract » est la clé :',
    block: 'HMAC-SHA-256 de « raffle-draw/v1/block » et huit octets nuls sous la clé :',
    word: 'Ses huit premiers octets sont le nombre',
    limit: (left) =>
      `Il y a ${left} billets. Les nombres sous le plus grand multiple sont équitables :`,
    skipped: 'Un nombre au-delà est sauté, et les huit octets suivants sont pris :',
    remainder: 'Divisé par le nombre de billets, il laisse le reste',
    ticket: (index) =>
      `En comptant les billets valables à partir de 0, celui en place ${index} est le numéro`,
  },
  pick: 'Ou vérifiez une tombola tirée ici',
  pickNone: 'Aucune tombola n’a encore été tirée.',
  pickFailed: 'La liste des tombolas n’a pas pu être chargée.',
  check: 'Vérifier',
  download: 'Télécharger les preuves',
  more: (count) => `et ${count} de plus`,
}
