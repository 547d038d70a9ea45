// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Repeats published measurements on simulated devices: the cost model is calibrated by them, and {@code rpcrdma
 * calibrate} reports its error.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.study.calibration;
