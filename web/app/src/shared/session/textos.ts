import type { Motivo } from './not-signed-in';

/** The texts of signing in, in both languages. */
const es = {
  sesion: {
    fuera: 'Para entrar va a la página donde usted se identifica. Después vuelve aquí.',
    tokenIlegible: 'Eso no es un código de acceso, o le falta una parte. Cópielo completo y péguelo de nuevo.',
    terminada: 'Su sesión terminó',
    terminadaTexto: 'Entre de nuevo para seguir. Lo que escribió y eligió sigue en la página.',
    alLado: 'Se abre una ventana para identificarse. Esta página espera.',
    otraPersona: 'Entró otra persona. Para trabajar como ella, salga primero de aquí.',
    entregada: 'Ya se identificó. Cierre esta ventana y siga en la otra.',
    noEntro: {
      rechazada: 'La identificación se canceló o se rechazó. Intente de nuevo.',
      ajena: 'La respuesta no es de una identificación que se haya empezado en esta ventana. Empiece de nuevo.',
      reloj: 'Los relojes no coinciden. Revise la fecha y la hora de su equipo e intente de nuevo; si están bien, avise a su operador.',
      emisor: 'La página donde usted se identifica no responde. Intente de nuevo en unos minutos.',
      ventana: 'El navegador no dejó abrir la ventana. Permita las ventanas de este sitio e intente de nuevo.',
    } satisfies Record<Motivo, string>,
  },
};

const en: typeof es = {
  sesion: {
    fuera: 'To sign in you go to the page where you say who you are. Then you come back here.',
    tokenIlegible: 'That is no access code, or a part of it is missing. Copy all of it and paste it again.',
    terminada: 'Your session has ended',
    terminadaTexto: 'Sign in again to go on. What you typed and chose is still on the page.',
    alLado: 'A window opens in which you say who you are. This page waits.',
    otraPersona: 'Somebody else signed in. To work as they, sign out of here first.',
    entregada: 'You have signed in. Close this window, and go on in the other one.',
    noEntro: {
      rechazada: 'The sign-in was cancelled or refused. Try again.',
      ajena: 'The answer belongs to nothing that was begun in this window. Begin anew.',
      reloj: 'The clocks differ. Look at the date and time of your machine and try again; if they are right, tell your operador.',
      emisor: 'The page where you say who you are does not answer. Try again in some minutes.',
      ventana: 'The browser did not open the window. Allow windows of this site and try again.',
    },
  },
};

export const textos = { es, en };
