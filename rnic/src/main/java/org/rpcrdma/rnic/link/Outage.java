// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * A link outage.
 *
 * @param from the time, in ns, at which the link goes down.
 * @param to   the time, in ns, at which the link comes up; {@link Long#MAX_VALUE} for never.
 */
public record Outage(long from, long to) {}
