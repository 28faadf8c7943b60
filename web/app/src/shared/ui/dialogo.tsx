import type { ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import './dialogo.css';

interface DialogoProps {
  titulo: string;
  /** The person turned away from it; absent: they have to answer. */
  cancelar?: (() => void) | undefined;
  /** It is a part of the screen that slides in, and no question. */
  lateral?: boolean;
  /** The buttons at its lower edge. The first one is the one that changes nothing. */
  botones?: ReactNode;
  children: ReactNode;
}

/** A question over the page; or, at the side or the lower edge, a sheet of it. */
export function Dialogo({ titulo, cancelar, lateral = false, botones, children }: DialogoProps) {
  return (
    <ModalOverlay isOpen isDismissable={lateral} className={lateral ? 'velo lateral' : 'velo'} {...(cancelar && { onOpenChange: cancelar })}>
      <Modal className="dialogo">
        <Dialog role={lateral ? 'dialog' : 'alertdialog'}>
          <Heading slot="title">{titulo}</Heading>
          {children}
          {botones && <div className="botones">{botones}</div>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
