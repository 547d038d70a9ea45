// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the parts that requesters and responders share. They are handed a {@link
 * org.rpcrdma.nic.transmit.QueuePairContext}: the device's {@link org.rpcrdma.nic.transmit.Hardware}, the {@link
 * org.rpcrdma.nic.transmit.Peer} that packets go to, their turns at the {@link org.rpcrdma.nic.transmit.Transmitter},
 * and the {@link org.rpcrdma.nic.transmit.QueuePairEvents} that they report to.
 *
 * <pre>
 * out:  TurnTimer asks --> Transmitter gives the turn --> a packet of the Peer --> DMA read --> link
 * in:   link --> packet --> DMA write --> Landing, when the data is in memory --> LandingTaker
 * </pre>
 */
package org.rpcrdma.nic.transmit;
