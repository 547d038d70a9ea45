// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs comparisons over grids of parameters and compares the model with published measurements: {@code rpcrdma sweep},
 * {@code sensitivity} and {@code calibrate}.
 *
 * <p>The command classes are public because the command line loads them with {@link java.util.ServiceLoader}.
 */
package org.rpcrdma.study;
