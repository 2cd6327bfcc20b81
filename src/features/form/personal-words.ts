import { fold } from '../../text/folding.ts';

/** Words, folded, that make a field personal wherever they occur in its name. */
export const PERSONAL_WORDS: ReadonlySet<string> = toSet(`
  mail email mails emails correo courriel epost eposta sahkoposti posta pec
  phone telephone tel telefon telefono telefone telefoon telefonszam telefonnummer puhelin mobile mobil movil celular
  cellulare cell cellphone handy fax whatsapp portable gsm komorka
  name names firstname lastname middlename surname forename fullname username nickname vorname nachname zuname
  familienname nom noms prenom prenoms nombre nombres apellido apellidos nome cognome sobrenome apelido naam voornaam
  achternaam namn fornamn efternamn navn fornavn etternavn efternavn nimi etunimi sukunimi imie nazwisko jmeno prijmeni
  nev vezeteknev keresztnev nume prenume isim soyad soyadi soyisim
  address addresses adresse adressen adress adres adresa direccion domicilio indirizzo endereco morada osoite cim
  street strasse str hausnummer rue calle via rua straat gata gade ulica utca sokak zip zipcode postcode postal
  postalcode plz postleitzahl cep psc
  birth birthday birthdate dob born geburtstag geburtsdatum geburtsort naissance nacimiento nascita nascimento
  geboorte geboortedatum syntymaaika narozeni urodzenia
  iban bic swift account konto kontonummer creditcard kreditkarte card cardnumber cvc cvv
  password passwort passwd pwd pin kennwort contrasena senha wachtwoord losenord haslo heslo parola jelszo sifre
  ssn passport passeport pasaporte passaporto ausweis dni nif nie cpf cnpj bsn pesel
  user login signature unterschrift ip
`);

/** Prefixes and suffixes of longer words, for languages with compounds: `kundentelefon`, `geburtsland`. */
export const PERSONAL_STARTS = toList('telefon telephon email geburt passwor adress strass postleit kreditkart');
export const PERSONAL_ENDS = toList(`
  name naam namn navn telefon phone telefoon mail adresse address adress adres strasse straat passwort password
  wachtwoord birthday geburtstag geburtsdatum iban
`);

/** Parts of words, for scripts that join or inflect them. */
export const PERSONAL_PARTS = toList(`
  姓名 名前 氏名 住所 地址 住址 电话 電話 手机 手機 携帯 邮箱 郵箱 邮件 郵件 メール 生年月日 出生 生日 密码 密碼 パスワード 名字 称呼 暗証
  이름 성명 성함 전화 휴대폰 연락처 이메일 메일 주소 생년월일 비밀번호
  имя фамил отчеств фио почт мейл имейл телефон мобильн адрес улиц рожден парол паспорт прізвищ пошт народжен
  ονομα επωνυμ τηλεφων διευθυνσ γεννησ κωδικ
  اسم هاتف جوال عنوان بريد ميلاد مرور
  שם טלפון נייד כתובת דואר לידה סיסמה
  नाम फोन मोबाइल पता ईमेल जन्म पासवर्ड
  ชื่อ โทร ที่อยู่ อีเมล เกิด รหัสผ่าน
`);

function toSet(words: string): Set<string> {
  return new Set(toList(words));
}

function toList(words: string): string[] {
  return words.trim().split(/\s+/).map(fold);
}
