// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Compares over grids of parameters, and against published measurements: {@code rpcrdma sweep}, {@code sensitivity} and
 * {@code calibrate}.
 *
 * <p>The command classes are public, because the command line loads them with {@link java.util.ServiceLoader}.
 */
package org.rpcrdma.study;
