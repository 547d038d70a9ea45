// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Draws pictures as SVG.
 *
 * <p>Internal: for the commands of the command line only.
 */
package org.rpcrdma.bench.plot;
