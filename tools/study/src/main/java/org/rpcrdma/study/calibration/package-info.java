// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Repeats published measurements on simulated devices. The cost model is calibrated against these measurements, and
 * {@code rpcrdma calibrate} reports its error.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.study.calibration;
