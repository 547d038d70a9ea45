// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The route to a peer's port ({@code struct ibv_ah_attr}, with the global route that RoCE requires).
 *
 * @param destination    the peer's port.
 * @param sourceGidIndex the index of the local port's GID that packets carry as their source.
 * @param port           the local port, from 1.
 */
public record AddressVector(Gid destination, int sourceGidIndex, int port) {}
