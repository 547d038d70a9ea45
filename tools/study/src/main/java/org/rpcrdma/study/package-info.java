// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Compares over grids of parameters, and against published measurements: {@code rpcrdma sweep}, {@code sensitivity} and
 * {@code calibrate}.
 *
 * <p>Its command classes are public for the command line, which finds them as services.
 */
package org.rpcrdma.study;
