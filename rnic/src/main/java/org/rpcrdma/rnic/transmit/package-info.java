// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the parts that requesters and responders share. They receive a {@link
 * org.rpcrdma.rnic.transmit.QueuePairContext}, which contains the {@link org.rpcrdma.rnic.transmit.Peer} to which
 * packets are sent, the turns at the {@link org.rpcrdma.rnic.transmit.Transmitter}, and the {@link
 * org.rpcrdma.rnic.transmit.QueuePairEvents} to which they report.
 *
 * <pre>
 * out:  TurnTimer requests a turn --> Transmitter grants it --> a packet of the Peer --> link
 * in:   link --> packet --> DMA write --> Landing, when the data is in memory --> LandingTaker
 * </pre>
 */
package org.rpcrdma.rnic.transmit;
