// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A software RNIC on UDP sockets, in real time. A {@link org.rpcrdma.udp.UdpNetwork} opens its devices, and
 * {@link org.rpcrdma.verbs.Devices} finds them by names such as {@code udp:127.0.0.1}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.udp;
