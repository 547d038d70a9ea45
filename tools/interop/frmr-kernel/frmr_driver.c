// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: GPL-2.0-only
/*
 * A driver without a device: gives soft-RoCE's rxe0 FRMR pools whose handles are numbers, and works on them as it is told through
 * debugfs. /sys/kernel/debug/frmr_driver/commands takes lines:
 *
 *   pop SLOT ATS ACCESS VENDOR KERNEL BLOCKS   pops a handle into a slot, which has to be empty
 *   push SLOT, drop SLOT                       ends what is in it
 *   refuse ERRNO                               creations fail with that from then on; 0: no longer
 *   lose 0|1                                   the device does not destroy what it is told to destroy; 0: it does again
 *   counts                                     says how many handles were created, destroyed, lost and dropped
 *   cleanup                                    ends the pools; what is in slots stays out
 *   time N IDLE POOLS THREADS                  has so many threads, each bound to a processor, pop and push N times each, from so many
 *                                              pools in turn, while so many other handles are idle in each; prints the number of all
 *                                              pairs, their time, and the time of as many calls of an empty function
 *   threads N OPERATIONS SEED                  has N threads pop, push and drop at random; says what does not hold
 *
 * /sys/kernel/debug/frmr_driver/answers says, and forgets, what came of each, and what the core had the driver create and destroy
 * in between.
 */
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/netdevice.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <rdma/ib_verbs.h>
#include <rdma/frmr_pools.h>

#define SLOTS 4096
#define HANDLES (1 << 20)
#define LOG_BYTES (1 << 20)
#define MAX_THREADS 16
#define MAX_HELD 8
#define MAX_TIMED_POOLS 1024

/* What becomes of a handle, to find out when the core mistakes one for another. */
enum { UNKNOWN, IDLE, IN_USE, GONE };

static struct ib_device *device;
static struct dentry *folder;
static DEFINE_MUTEX(commands_lock);
static struct ib_mr *slots[SLOTS];
static bool cleaned;
static bool logging = true;

/* Guards all below. */
static DEFINE_SPINLOCK(driver_lock);
static char *text;
static size_t text_length;
static bool text_full;
static u8 *states;
static u32 created, destroyed, lost, dropped, mistakes;
static int refusal;
static int losing;

static __printf(1, 2) void say(const char *format, ...)
{
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vsnprintf(text + text_length, LOG_BYTES - text_length, format, arguments);
	va_end(arguments);
	if (text_length + n < LOG_BYTES)
		text_length += n;
	else
		text_full = true;
}

/* Moves a handle from one state to the other; counts if it was in none of those expected. */
static void move(u32 handle, u8 from, u8 to)
{
	if (handle >= HANDLES || states[handle] != from) {
		mistakes++;
		return;
	}
	states[handle] = to;
}

static int create_frmrs(struct ib_device *dev, struct ib_frmr_key *key, u32 *handles, u32 count)
{
	unsigned long flags;
	int ret = 0;
	u32 i;

	spin_lock_irqsave(&driver_lock, flags);
	if (refusal || created + count >= HANDLES) {
		ret = refusal ?: -ENOSPC;
	} else {
		for (i = 0; i < count; i++) {
			handles[i] = ++created;
			move(handles[i], UNKNOWN, IDLE);
		}
	}
	if (logging)
		say("create ats %u access_flags %u vendor_key %llu kernel_vendor_key %llu num_dma_blocks %zu count %u: %d\n",
		    key->ats, key->access_flags, key->vendor_key, key->kernel_vendor_key, key->num_dma_blocks, count, ret);
	spin_unlock_irqrestore(&driver_lock, flags);
	return ret;
}

static void destroy_frmrs(struct ib_device *dev, u32 *handles, u32 count)
{
	unsigned long flags;
	u32 i;

	spin_lock_irqsave(&driver_lock, flags);
	if (losing)
		lost += count;
	else
		destroyed += count;
	for (i = 0; i < count; i++)
		move(handles[i], IDLE, GONE);
	if (logging) {
		say("destroy");
		for (i = 0; i < count; i++)
			say(" %u", handles[i]);
		say("\n");
	}
	spin_unlock_irqrestore(&driver_lock, flags);
}

/* As mlx5's does, refuses what the device has not: of vendor keys it knows one bit. */
static int build_key(struct ib_device *dev, const struct ib_frmr_key *in, struct ib_frmr_key *out)
{
	if (in->vendor_key > 1)
		return -EOPNOTSUPP;
	out->ats = in->ats;
	out->access_flags = in->access_flags;
	out->vendor_key = in->vendor_key;
	out->num_dma_blocks = in->num_dma_blocks;
	return 0;
}

static const struct ib_frmr_pool_ops pool_ops = {
	.create_frmrs = create_frmrs,
	.destroy_frmrs = destroy_frmrs,
	.build_key = build_key,
};

static int pop(struct ib_mr *mr)
{
	unsigned long flags;
	int ret = ib_frmr_pool_pop(device, mr);

	if (ret)
		return ret;
	spin_lock_irqsave(&driver_lock, flags);
	move(mr->frmr.handle, IDLE, IN_USE);
	spin_unlock_irqrestore(&driver_lock, flags);
	return 0;
}

static void push(struct ib_mr *mr)
{
	unsigned long flags;

	spin_lock_irqsave(&driver_lock, flags);
	move(mr->frmr.handle, IN_USE, IDLE);
	spin_unlock_irqrestore(&driver_lock, flags);
	ib_frmr_pool_push(device, mr);
}

static void drop(struct ib_mr *mr)
{
	unsigned long flags;

	spin_lock_irqsave(&driver_lock, flags);
	move(mr->frmr.handle, IN_USE, GONE);
	dropped++;
	spin_unlock_irqrestore(&driver_lock, flags);
	ib_frmr_pool_drop(mr);
}

static __printf(1, 2) void answer(const char *format, ...)
{
	unsigned long flags;
	va_list arguments;
	char line[160];

	va_start(arguments, format);
	vscnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	spin_lock_irqsave(&driver_lock, flags);
	say("%s", line);
	spin_unlock_irqrestore(&driver_lock, flags);
}

static int pop_into(u32 slot, const struct ib_frmr_key *key)
{
	struct ib_mr *mr;
	int ret;

	if (slot >= SLOTS || slots[slot] || cleaned)
		return -EINVAL;
	mr = kzalloc(sizeof(*mr), GFP_KERNEL);
	if (!mr)
		return -ENOMEM;
	mr->device = device;
	mr->frmr.key = *key;
	ret = pop(mr);
	answer("pop %u: %d %u\n", slot, ret, ret ? 0 : mr->frmr.handle);
	if (ret)
		kfree(mr);
	else
		slots[slot] = mr;
	return 0;
}

static int end_slot(u32 slot, void (*end)(struct ib_mr *mr))
{
	if (slot >= SLOTS || !slots[slot] || cleaned)
		return -EINVAL;
	end(slots[slot]);
	kfree(slots[slot]);
	slots[slot] = NULL;
	return 0;
}

static noinline int empty(struct ib_mr *mr)
{
	barrier();
	return 0;
}

/* Leaves a pool with so many idle handles. */
static int fill(const struct ib_mr *like, u32 idle)
{
	struct ib_mr *mrs = kvcalloc(idle, sizeof(*mrs), GFP_KERNEL);
	int ret = 0;
	u32 n;

	if (!mrs)
		return -ENOMEM;
	for (n = 0; n < idle; n++) {
		mrs[n].device = device;
		mrs[n].frmr.key = like->frmr.key;
		ret = ib_frmr_pool_pop(device, &mrs[n]);
		if (ret)
			break;
	}
	while (n > 0)
		ib_frmr_pool_push(device, &mrs[--n]);
	kvfree(mrs);
	return ret;
}

/* One of the threads that share the timed pools. */
struct timed {
	struct completion *go;
	struct completion done;
	struct ib_mr *mrs;
	u32 pairs;
	u32 pools;
	u64 ended;
};

static int time_pairs(void *data)
{
	struct timed *timed = data;
	u32 i, at = 0;

	wait_for_completion(timed->go);
	for (i = 0; i < timed->pairs; i++) {
		ib_frmr_pool_pop(device, &timed->mrs[at]);
		ib_frmr_pool_push(device, &timed->mrs[at]);
		at = at + 1 == timed->pools ? 0 : at + 1;
	}
	timed->ended = ktime_get_ns();
	complete(&timed->done);
	return 0;
}

static u64 time_empty_calls(struct ib_mr *mrs, u32 pairs, u32 pools)
{
	u64 begun = ktime_get_ns();
	u32 i, at = 0;

	for (i = 0; i < pairs; i++) {
		empty(&mrs[at]);
		empty(&mrs[at]);
		at = at + 1 == pools ? 0 : at + 1;
	}
	return ktime_get_ns() - begun;
}

/* Runs the threads. Returns the time from their start to the end of the last, or 0 if a thread cannot be created. */
static u64 time_threads(struct timed *threads, u32 count)
{
	DECLARE_COMPLETION_ONSTACK(go);
	struct task_struct *task;
	u64 begun, ended = 0;
	u32 i, n;

	for (n = 0; n < count; n++) {
		threads[n].go = &go;
		init_completion(&threads[n].done);
		task = kthread_create(time_pairs, &threads[n], "timed/%u", n);
		if (IS_ERR(task))
			break;
		kthread_bind(task, n % num_online_cpus());
		wake_up_process(task);
	}
	begun = ktime_get_ns();
	complete_all(&go);
	for (i = 0; i < n; i++) {
		wait_for_completion(&threads[i].done);
		ended = max(ended, threads[i].ended);
	}
	return n < count ? 0 : ended - begun;
}

static void measure(u32 pairs, u32 idle, u32 pools, u32 count)
{
	struct ib_mr *mrs = kcalloc(pools * count, sizeof(*mrs), GFP_KERNEL);
	struct timed *threads = kcalloc(count, sizeof(*threads), GFP_KERNEL);
	u64 nanos;
	u32 i;

	if (!mrs || !threads)
		goto free;
	for (i = 0; i < pools * count; i++) {
		mrs[i].device = device;
		mrs[i].frmr.key.num_dma_blocks = 16 << (idle > 0);
		mrs[i].frmr.key.kernel_vendor_key = i % pools;
		if (i < pools && fill(&mrs[i], idle + count))
			goto free;
	}
	for (i = 0; i < count; i++) {
		threads[i].mrs = &mrs[i * pools];
		threads[i].pairs = pairs;
		threads[i].pools = pools;
	}
	nanos = time_threads(threads, count);
	answer("time %u: %llu ns, of empty calls %llu ns\n", pairs * count, nanos, time_empty_calls(mrs, pairs * count, pools));
free:
	kfree(threads);
	kfree(mrs);
}

struct worker {
	struct task_struct *task;
	struct completion done;
	u32 operations;
	u32 pops;
	u64 state;
};

static u32 next_random(struct worker *worker, u32 bound)
{
	worker->state ^= worker->state << 13;
	worker->state ^= worker->state >> 7;
	worker->state ^= worker->state << 17;
	return (u32)(worker->state >> 32) % bound;
}

/* Has up to MAX_HELD handles, of few keys, so that threads meet. A handle that two have is one of the mistakes. */
static int work(void *data)
{
	struct worker *worker = data;
	struct ib_mr *held[MAX_HELD];
	u32 i, choice, n = 0;

	for (i = 0; i < worker->operations; i++) {
		choice = next_random(worker, 100);
		if (n == 0 || (choice < 50 && n < MAX_HELD)) {
			struct ib_mr *mr = kzalloc(sizeof(*mr), GFP_KERNEL);

			if (!mr)
				break;
			mr->device = device;
			mr->frmr.key.num_dma_blocks = 16 << next_random(worker, 3);
			if (pop(mr)) {
				kfree(mr);
			} else {
				held[n++] = mr;
				worker->pops++;
			}
		} else {
			u32 at = next_random(worker, n);

			if (choice < 98)
				push(held[at]);
			else
				drop(held[at]);
			kfree(held[at]);
			held[at] = held[--n];
		}
		cond_resched();
	}
	while (n > 0) {
		push(held[--n]);
		kfree(held[n]);
	}
	complete(&worker->done);
	return 0;
}

static int run_threads(u32 count, u32 operations, u64 seed)
{
	struct worker *workers;
	u32 i, pops = 0;

	if (count < 1 || count > MAX_THREADS || !seed || cleaned)
		return -EINVAL;
	workers = kcalloc(count, sizeof(*workers), GFP_KERNEL);
	if (!workers)
		return -ENOMEM;
	logging = false;
	for (i = 0; i < count; i++) {
		init_completion(&workers[i].done);
		workers[i].operations = operations;
		workers[i].state = seed + i * 0x9e3779b97f4a7c15ull;
		workers[i].task = kthread_run(work, &workers[i], "frmr/%u", i);
		if (IS_ERR(workers[i].task))
			complete(&workers[i].done);
	}
	for (i = 0; i < count; i++) {
		wait_for_completion(&workers[i].done);
		pops += workers[i].pops;
	}
	logging = true;
	kfree(workers);
	answer("threads %u: pops %u mistakes %u\n", count, pops, mistakes);
	return 0;
}

static int carry_out(const char *line)
{
	struct ib_frmr_key key = {};
	u32 slot, ats, access, count, operations, threads;
	u64 seed;
	int number;

	if (sscanf(line, "pop %u %u %u %llu %llu %zu", &slot, &ats, &access, &key.vendor_key, &key.kernel_vendor_key,
		   &key.num_dma_blocks) == 6) {
		key.ats = ats;
		key.access_flags = access;
		return pop_into(slot, &key);
	}
	if (sscanf(line, "push %u", &slot) == 1)
		return end_slot(slot, push);
	if (sscanf(line, "drop %u", &slot) == 1)
		return end_slot(slot, drop);
	if (sscanf(line, "refuse %d", &number) == 1) {
		refusal = -number;
		return 0;
	}
	if (sscanf(line, "lose %d", &number) == 1) {
		losing = number;
		return 0;
	}
	if (!strcmp(line, "counts")) {
		answer("counts: created %u destroyed %u lost %u dropped %u mistakes %u\n", created, destroyed, lost, dropped, mistakes);
		return 0;
	}
	if (!strcmp(line, "cleanup") && !cleaned) {
		cleaned = true;
		ib_frmr_pools_cleanup(device);
		return 0;
	}
	if (sscanf(line, "time %u %u %u %u", &count, &operations, &slot, &threads) == 4 && operations < SLOTS && slot > 0 &&
	    slot <= MAX_TIMED_POOLS && threads > 0 && threads <= MAX_THREADS && !cleaned) {
		measure(count, operations, slot, threads);
		return 0;
	}
	if (sscanf(line, "threads %u %u %llu", &count, &operations, &seed) == 3)
		return run_threads(count, operations, seed);
	return -EINVAL;
}

/* Carries out the whole lines there are. */
static ssize_t take_commands(struct file *file, const char __user *from, size_t n, loff_t *at)
{
	char *lines, *line, *rest;
	ssize_t ret;

	lines = memdup_user_nul(from, min_t(size_t, n, SZ_64K));
	if (IS_ERR(lines))
		return PTR_ERR(lines);
	rest = strrchr(lines, '\n');
	if (!rest) {
		kfree(lines);
		return -EINVAL;
	}
	*rest = 0;
	ret = rest + 1 - lines;
	mutex_lock(&commands_lock);
	rest = lines;
	while ((line = strsep(&rest, "\n")) && ret > 0) {
		int failure = carry_out(line);

		if (failure) {
			answer("%.80s: unusable\n", line);
			ret = failure;
		}
	}
	mutex_unlock(&commands_lock);
	kfree(lines);
	return ret;
}

static ssize_t give_answers(struct file *file, char __user *to, size_t n, loff_t *at)
{
	unsigned long flags;
	char *taken = vmalloc(LOG_BYTES);
	size_t count;

	if (!taken)
		return -ENOMEM;
	spin_lock_irqsave(&driver_lock, flags);
	count = min(n, text_length);
	memcpy(taken, text, count);
	memmove(text, text + count, text_length - count);
	text_length -= count;
	spin_unlock_irqrestore(&driver_lock, flags);
	if (text_full || copy_to_user(to, taken, count))
		count = -EFAULT;
	vfree(taken);
	return count;
}

static const struct file_operations commands = { .owner = THIS_MODULE, .write = take_commands };
static const struct file_operations answers = { .owner = THIS_MODULE, .read = give_answers };

static struct ib_device *device_of(const char *name)
{
	struct net_device *net = dev_get_by_name(&init_net, name);
	struct ib_device *found;

	if (!net)
		return NULL;
	found = ib_device_get_by_netdev(net, RDMA_DRIVER_RXE);
	dev_put(net);
	return found;
}

static int __init begin(void)
{
	int ret = -ENODEV;

	text = vzalloc(LOG_BYTES);
	states = vzalloc(HANDLES);
	if (!text || !states) {
		ret = -ENOMEM;
		goto free;
	}
	device = device_of("dummy0");
	if (!device)
		goto free;
	ret = ib_frmr_pools_init(device, &pool_ops);
	if (ret)
		goto put;
	folder = debugfs_create_dir("frmr_driver", NULL);
	debugfs_create_file("commands", 0200, folder, NULL, &commands);
	debugfs_create_file("answers", 0400, folder, NULL, &answers);
	return 0;
put:
	ib_device_put(device);
free:
	vfree(text);
	vfree(states);
	return ret;
}

static void __exit end(void)
{
	u32 i;

	debugfs_remove_recursive(folder);
	for (i = 0; i < SLOTS; i++) {
		if (slots[i] && !cleaned)
			push(slots[i]);
		kfree(slots[i]);
	}
	if (!cleaned)
		ib_frmr_pools_cleanup(device);
	ib_device_put(device);
	vfree(text);
	vfree(states);
}

module_init(begin);
module_exit(end);
MODULE_DESCRIPTION("FRMR pools of soft-RoCE, driven by commands");
MODULE_LICENSE("GPL");
