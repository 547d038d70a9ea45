/* SPDX-License-Identifier: GPL-2.0-only */
/* Copyright (c) 2026 the rpcrdma authors */
/* A shared receive queue of soft-RoCE: what it takes to create it, fill it, arm its limit, fill it by batches, and destroy it. */
#ifndef SHARED_RECEIVES_H
#define SHARED_RECEIVES_H

#include "forms.h"

/* What a shared receive queue's life is made of. */
enum shared_phase { CREATE, FILL, ARM, DESTROY, SHARED_PHASES };

/* Charges the phases of a queue of so many Receives; returns an errno if there is no such device, or it refuses something. */
int share_receives(const char *network_device, unsigned int receives, struct meter *meter);

#endif
