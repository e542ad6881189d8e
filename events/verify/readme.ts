// The README of a bundle: what is in it and how to check it, in three languages.
export function readmeText(origin: string): string {
  return `Evidence of a raffle: ${origin}
ملف أدلة سحب · Dossier de preuves d'une tombola
${'='.repeat(72)}

ENGLISH

1. Open verify.html in any browser, also without internet, and drop this
   folder's ZIP file on it. Nothing is sent anywhere.
2. Or, with Node 20 or newer:   node verify.mjs <this folder or ZIP>
3. Give the log's key as you know it from elsewhere (published by the
   authority, printed on the rules):   --key '<key>'
   Without it the evidence is only shown to agree with itself.

manifest.json      SHA-256 of every file
policy.json        who must have signed: the log's key, witnesses, quorum
checkpoints/       what the log and its witnesses have signed
tile/              the log itself, C2SP tlog-tiles: entries and hashes
register.csv       every ticket, and whether it is void
seal.json          the sealed register       entropy.json  dice and seed
beacon.json        the public randomness     result.json   winners
certificate.html   the certificate, for the printer
No entry names a person. An entry commits to holder and order by hashes
that only they, and auditors, can open.

${'-'.repeat(72)}
العربية

1. افتح الملف verify.html في أي متصفح، ولو من دون إنترنت، وأفلت عليه ملف ZIP
   لهذه الحزمة. لا يُرسل شيء إلى أي مكان.
2. أو باستخدام Node 20 أو أحدث:   node verify.mjs <المجلد أو ملف ZIP>
3. أعطِ مفتاح السجل كما تعرفه من مصدر آخر (منشور من الجهة الرسمية أو مطبوع
   على القواعد):   --key '<المفتاح>'
   من دونه يثبت فقط أن الأدلة متفقة مع نفسها.
لا يذكر أي قيد اسم شخص.

${'-'.repeat(72)}
FRANÇAIS

1. Ouvrez verify.html dans un navigateur, même sans internet, et déposez-y le
   fichier ZIP de ce dossier. Rien n'est envoyé.
2. Ou, avec Node 20 ou plus :   node verify.mjs <ce dossier ou ZIP>
3. Donnez la clé du journal telle que vous la connaissez d'ailleurs (publiée
   par l'autorité, imprimée sur le règlement) :   --key '<clé>'
   Sans elle, les preuves ne font que concorder entre elles.
Aucune écriture ne nomme une personne.
`
}
