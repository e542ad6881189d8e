// The words of the certificate, in the three languages of the shop.
export type CertificateWords = {
  language: 'ar' | 'en' | 'fr'
  title: string
  notDrawn: string
  raffle: string
  licence: string
  authority: string
  licenceDate: string
  prize: string
  mode: Record<'beacon' | 'local' | 'physical', string>
  demo: string
  draw: string
  ended: Record<'DrawPostponed' | 'DrawAnnulled', string>
  issued: string
  valid: string
  registerRoot: string
  sealed: string
  drawAt: string
  entropy: string
  office: string
  seed: string
  round: string
  signature: string
  prk: string
  winner: string
  reserve: string
  now: Record<'forfeited' | 'promoted' | 'delivered', string>
  check: string
  signatures: string
}

export const certificateWords: readonly CertificateWords[] = [
  {
    language: 'ar',
    title: 'شهادة السحب',
    notDrawn: 'لم يُجرَ السحب بعد.',
    raffle: 'رقم السحب',
    licence: 'رقم الترخيص',
    authority: 'الجهة المرخِّصة',
    licenceDate: 'تاريخ الترخيص',
    prize: 'الجائزة',
    mode: {
      beacon: 'الطريقة: المنارة العشوائية العامة مع النرد والبذرة (درجة الضمان A)',
      local: 'الطريقة: النرد والبذرة من دون منارة (درجة الضمان B)',
      physical: 'الطريقة: أسطوانة السحب (درجة الضمان C)',
    },
    demo: 'عرض تجريبي: منارة تجريبية وأوقات محاكاة. يثبت الآلية لا اللحظة.',
    draw: 'السحب',
    ended: { DrawPostponed: 'أُجّل', DrawAnnulled: 'أُبطل' },
    issued: 'التذاكر المُصدرة',
    valid: 'التذاكر الصالحة',
    registerRoot: 'جذر السجل المختوم',
    sealed: 'وقت الختم',
    drawAt: 'موعد السحب المعلن',
    entropy: 'النرد',
    office: 'الجهة الممثِّلة',
    seed: 'بذرة المشغّل',
    round: 'جولة المنارة',
    signature: 'توقيع المنارة',
    prk: 'المفتاح المشتق (PRK)',
    winner: 'التذكرة الفائزة',
    reserve: 'الاحتياط',
    now: {
      forfeited: 'سقط الحق فيها',
      promoted: 'انتقلت الجائزة إليها',
      delivered: 'سُلّمت الجائزة',
    },
    check:
      'كل سطر هنا مأخوذ من السجل العام، ويمكن لأي شخص التحقق منه بالملف verify.html من دون إنترنت.',
    signatures: 'التواقيع',
  },
  {
    language: 'en',
    title: 'Certificate of the draw',
    notDrawn: 'The draw has not taken place yet.',
    raffle: 'Raffle number',
    licence: 'Licence number',
    authority: 'Licensing authority',
    licenceDate: 'Licence date',
    prize: 'Prize',
    mode: {
      beacon: 'Method: public randomness beacon with dice and seed (assurance A)',
      local: 'Method: dice and seed, without a beacon (assurance B)',
      physical: 'Method: drum (assurance C)',
    },
    demo: 'Demonstration: sandbox beacon, simulated times: proves the mechanism, not the moment.',
    draw: 'Draw',
    ended: { DrawPostponed: 'postponed', DrawAnnulled: 'annulled' },
    issued: 'Tickets issued',
    valid: 'Valid tickets',
    registerRoot: 'Root of the sealed register',
    sealed: 'Sealed at',
    drawAt: 'Announced draw time',
    entropy: 'Dice',
    office: 'Representative',
    seed: 'Operator’s seed',
    round: 'Beacon round',
    signature: 'Beacon signature',
    prk: 'Derived key (PRK)',
    winner: 'Winning ticket',
    reserve: 'Reserve',
    now: { forfeited: 'forfeited', promoted: 'received the prize', delivered: 'prize delivered' },
    check:
      'Every line is taken from the public log. Anybody can check it with verify.html, offline.',
    signatures: 'Signatures',
  },
  {
    language: 'fr',
    title: 'Certificat du tirage',
    notDrawn: 'Le tirage n’a pas encore eu lieu.',
    raffle: 'Numéro de la tombola',
    licence: 'Numéro de licence',
    authority: 'Autorité de la licence',
    licenceDate: 'Date de la licence',
    prize: 'Lot',
    mode: {
      beacon: 'Méthode : balise aléatoire publique, dés et graine (assurance A)',
      local: 'Méthode : dés et graine, sans balise (assurance B)',
      physical: 'Méthode : urne (assurance C)',
    },
    demo: 'Démonstration : balise d’essai, heures simulées : prouve le mécanisme, non le moment.',
    draw: 'Tirage',
    ended: { DrawPostponed: 'reporté', DrawAnnulled: 'annulé' },
    issued: 'Billets émis',
    valid: 'Billets valables',
    registerRoot: 'Racine du registre scellé',
    sealed: 'Scellé le',
    drawAt: 'Heure annoncée du tirage',
    entropy: 'Dés',
    office: 'Représentant',
    seed: 'Graine de l’opérateur',
    round: 'Tour de la balise',
    signature: 'Signature de la balise',
    prk: 'Clé dérivée (PRK)',
    winner: 'Billet gagnant',
    reserve: 'Réserve',
    now: { forfeited: 'déchu', promoted: 'a reçu le lot', delivered: 'lot remis' },
    check:
      'Chaque ligne vient du registre public. Chacun peut la vérifier hors ligne : verify.html.',
    signatures: 'Signatures',
  },
]
