// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * A gap in the capture: requests that one side sent immediately before the next reported request are missing.
 * Immutable.
 *
 * @param connection the connection's number, as in {@link CapturedMessage#connection()}.
 * @param side       the side that sent the missing requests, as in {@link CapturedMessage#side()}.
 */
public record CapturedGap(int connection, int side) {}
