// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the RoCEv2 codec, shared by captures, the taps of fabrics, and the NIC's UDP datagrams.
 *
 * <pre>
 *  | Ethernet | IPv4, IPv6 | UDP | BTH, extension, payload, pad | ICRC |
 *   RoceLayout  InternetHeader     RocePacket                     InvariantCrc
 *                                  payload of queue pair 1: ManagementLayout
 * </pre>
 */
package org.rpcrdma.rnic.roce;
