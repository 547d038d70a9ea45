// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Draws pictures as SVG.
 *
 * <p>Internal: for the {@code rpcrdma} commands only.
 */
package org.rpcrdma.bench.plot;
