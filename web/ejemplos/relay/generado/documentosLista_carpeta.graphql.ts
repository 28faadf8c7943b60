/**
 * @generated SignedSource<<6b54179212e1f284806f05fb9cd07293>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ReaderFragment } from 'relay-runtime';
export type EstadoDocumento = "CARGANDO" | "ELIMINANDO" | "PROCESADO";
import { FragmentRefs } from "relay-runtime";
export type documentosLista_carpeta$data = {
  readonly documentos: {
    readonly __id: string;
    readonly edges: ReadonlyArray<{
      readonly node: {
        readonly estadoDocumento: EstadoDocumento;
        readonly id: string;
        readonly titulo: string;
      };
    }>;
  } | null | undefined;
  readonly id: string;
  readonly " $fragmentType": "documentosLista_carpeta";
};
export type documentosLista_carpeta$key = {
  readonly " $data"?: documentosLista_carpeta$data;
  readonly " $fragmentSpreads": FragmentRefs<"documentosLista_carpeta">;
};

import documentosPaginaQuery_graphql from './documentosPaginaQuery.graphql';

const node: ReaderFragment = (function(){
var v0 = [
  "documentos"
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "argumentDefinitions": [
    {
      "defaultValue": 25,
      "kind": "LocalArgument",
      "name": "cuantos"
    },
    {
      "defaultValue": null,
      "kind": "LocalArgument",
      "name": "cursor"
    }
  ],
  "kind": "Fragment",
  "metadata": {
    "connection": [
      {
        "count": "cuantos",
        "cursor": "cursor",
        "direction": "forward",
        "path": (v0/*:: as any*/)
      }
    ],
    "refetch": {
      "connection": {
        "forward": {
          "count": "cuantos",
          "cursor": "cursor"
        },
        "backward": null,
        "path": (v0/*:: as any*/)
      },
      "fragmentPathInResult": [
        "node"
      ],
      "operation": documentosPaginaQuery_graphql,
      "identifierInfo": {
        "identifierField": "id",
        "identifierQueryVariableName": "id"
      }
    }
  },
  "name": "documentosLista_carpeta",
  "selections": [
    {
      "alias": "documentos",
      "args": null,
      "concreteType": "DocumentoConnection",
      "kind": "LinkedField",
      "name": "__Lista_documentos_connection",
      "plural": false,
      "selections": [
        {
          "alias": null,
          "args": null,
          "concreteType": "DocumentoEdge",
          "kind": "LinkedField",
          "name": "edges",
          "plural": true,
          "selections": [
            {
              "alias": null,
              "args": null,
              "concreteType": "Documento",
              "kind": "LinkedField",
              "name": "node",
              "plural": false,
              "selections": [
                (v1/*:: as any*/),
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "titulo",
                  "storageKey": null
                },
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "estadoDocumento",
                  "storageKey": null
                },
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "__typename",
                  "storageKey": null
                }
              ],
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "cursor",
              "storageKey": null
            }
          ],
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "PageInfo",
          "kind": "LinkedField",
          "name": "pageInfo",
          "plural": false,
          "selections": [
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "endCursor",
              "storageKey": null
            },
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "hasNextPage",
              "storageKey": null
            }
          ],
          "storageKey": null
        },
        {
          "kind": "ClientExtension",
          "selections": [
            {
              "alias": null,
              "args": null,
              "kind": "ScalarField",
              "name": "__id",
              "storageKey": null
            }
          ]
        }
      ],
      "storageKey": null
    },
    (v1/*:: as any*/)
  ],
  "type": "Carpeta",
  "abstractKey": null
};
})();

(node as any).hash = "4c167f07a29b183ecbb78744fb79c37c";

export default node;
