// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The way to a peer's port ({@code struct ibv_ah_attr}, with the global route that RoCE needs).
 *
 * @param destination    the peer's port.
 * @param sourceGidIndex which of the own port's identifiers goes along as the source.
 * @param port           the own port, from 1.
 */
public record AddressVector(Gid destination, int sourceGidIndex, int port) {}
