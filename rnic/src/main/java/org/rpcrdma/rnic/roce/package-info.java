// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the one codec of RoCEv2. Captures, the taps of fabrics and the NIC's UDP datagrams read and write with it.
 *
 * <pre>
 *  | Ethernet | IPv4, IPv6 | UDP | BTH, extension, payload, pad | ICRC |
 *   RoceLayout  InternetHeader     RocePacket                     InvariantCrc
 *                                  payload of queue pair 1: ManagementLayout
 * </pre>
 */
package org.rpcrdma.rnic.roce;
