export { forgetHandles as olvidarArchivos } from '@carpeta-ciudadana/cliente';
